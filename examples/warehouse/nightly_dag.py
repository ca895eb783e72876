"""As nightly.sh, as a graph of Airflow: a task that fails ends the night, and the release of last night stays."""

from datetime import datetime
from pathlib import Path

from airflow import DAG

try:
    from airflow.providers.standard.operators.bash import BashOperator
except ImportError:  # Airflow 2
    from airflow.operators.bash import BashOperator

DATABASE = "study.db"
TASKS = {
    "count": "incog plan job.toml --sql duckdb --count patients --replace --quiet > count.sql",
    "run_count": f"duckdb -bail {DATABASE} < count.sql",
    "export": f"duckdb {DATABASE} \"COPY incog_counted TO 'counted.csv' (HEADER)\"",
    "decide": "incog plan job.toml -o plan.json --force --sql duckdb --into patients_release --replace --quiet > release.sql",
    "publish": f"duckdb -bail {DATABASE} < release.sql > /dev/null",
    "clean": f'duckdb {DATABASE} "DROP TABLE incog_counted" && rm counted.csv count.sql plan.json release.sql',
}

with DAG("release", schedule="0 3 * * *", start_date=datetime(2026, 11, 1), catchup=False, max_active_runs=1) as dag:
    before = None
    for name, command in TASKS.items():
        task = BashOperator(task_id=name, bash_command=f"set -e; {command}", cwd=str(Path(__file__).parent))
        if before is not None:
            before >> task
        before = task

if __name__ == "__main__":
    raise SystemExit(dag.test().state != "success")

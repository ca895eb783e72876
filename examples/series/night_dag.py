"""As night.sh, as a graph of Airflow: each command is a task, and one that fails ends the night."""

from datetime import datetime, timezone
from pathlib import Path

from airflow import DAG

try:
    from airflow.providers.standard.operators.bash import BashOperator
except ImportError:  # Airflow 2
    from airflow.operators.bash import BashOperator

COMMANDS = {
    "export": "./export.sh > export.csv",
    # The first night takes --new-series, by hand or as a parameter of the run.
    "publish": "incog anonymize night.toml -o {{ ds }}.csv --force --quiet ${INCOG_FLAGS:-}",
    "verify": "incog verify {{ ds }}.csv.report.json --quiet",
}

with DAG("release", schedule="0 3 * * *", start_date=datetime(2026, 11, 1), catchup=False, max_active_runs=1) as dag:
    tasks = [BashOperator(task_id=name, cwd=str(Path(__file__).parent), bash_command=command) for name, command in COMMANDS.items()]
    for before, after in zip(tasks, tasks[1:]):
        before >> after

if __name__ == "__main__":
    import sys

    raise SystemExit(dag.test(datetime.fromisoformat(sys.argv[1]).replace(tzinfo=timezone.utc)).state != "success")

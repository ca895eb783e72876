"""Spark for tests: on this machine alone, and where it is not there, why."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

# The worker's, master's and driver's own addresses; nothing listens elsewhere.
LOOPBACK = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_PUBLIC_DNS": "127.0.0.1"}
# Programs that run for seconds are not worth being compiled twice.
QUICK = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
# Whoever starts Python on an executor finds none.
NO_PYTHON = "/nowhere/python"
OPTIONS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "3",
    "spark.sql.session.timeZone": "Asia/Kolkata",
    "spark.driver.memory": "1g",
    "spark.driver.maxResultSize": "2m",
}


def why_not():
    """Why there is no Spark; None where there is one."""
    try:
        import pyspark
    except ImportError:
        return "pyspark is not installed; install it with: pip install 'pyspark>=4' pyarrow"
    if int(pyspark.__version__.split(".")[0]) < 4:
        return f"this is pyspark {pyspark.__version__}; tables of Spark need 4.0 or later"
    java = shutil.which("java")
    if java is None:
        return "there is no Java; install it with: apt-get install openjdk-17-jre-headless"
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < 17:
        return "Spark needs Java 17 or later"
    return None


def local(folder):
    """A session of two threads in this process."""
    os.environ.update(LOOPBACK, **QUICK, PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_DIRS=str(folder))
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.sql.warehouse.dir", str(folder / "warehouse"))
    session = builder.config(map=OPTIONS).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def environment(folder):
    """The environment of processes of a cluster."""
    import pyspark

    home = str(Path(pyspark.__file__).parent)
    own = {"SPARK_HOME": home, "SPARK_LOCAL_DIRS": str(folder), "SPARK_WORKER_DIR": str(folder / "work")}
    python = {"PYSPARK_PYTHON": NO_PYTHON, "PYSPARK_DRIVER_PYTHON": sys.executable}
    daemons = {"SPARK_DAEMON_MEMORY": "256m", "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false"}
    return {**os.environ, **LOOPBACK, **QUICK, **own, **python, **daemons}


def spark(name):
    """A program of the Spark that is installed."""
    import pyspark

    return str(Path(pyspark.__file__).parent / "bin" / name)


@contextlib.contextmanager
def cluster(folder):
    """A master and two workers on loopback; gives the address of the master."""
    started, deploy = [], "org.apache.spark.deploy"
    with contextlib.ExitStack() as files:

        def start(what, *arguments):
            log = folder / f"{len(started)}.log"
            output = files.enter_context(log.open("wb"))
            command = [spark("spark-class"), f"{deploy}.{what}", "--host", "127.0.0.1", "--webui-port", "0", *arguments]
            started.append(subprocess.Popen(command, stdout=output, stderr=output, env=environment(folder)))
            return log

        try:
            master = _said(start("master.Master", "--port", "0"), r"Starting Spark master at (spark://127.0.0.1:\d+)", started)
            workers = [start("worker.Worker", "--cores", "1", "--memory", "1g", master) for _ in range(2)]
            for worker in workers:
                _said(worker, r"Successfully registered with master (spark://\S+)", started)
            yield master
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                process.wait(timeout=20)


def _said(log, pattern, started):
    """What a process has written to its log, once it is there."""
    end = time.monotonic() + 150
    while time.monotonic() < end and all(process.poll() is None for process in started):
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"the cluster did not start: {log.read_text(errors='replace')[-2000:]}")

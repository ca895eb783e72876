#!/usr/bin/env bash
# Builds the program whose search several processes share by MPI (docs/islands.md), or builds it and tries it with real processes:
#
#     tools/mpi.sh build|test
#
# It takes a Rust toolchain, MPICH and libclang, which are installed from Debian where they are missing and that is possible; exit code 3
# says that they cannot be had. It builds in the folder of the workspace, whose dependencies are not compiled twice. INCOG_MPI and INCOG
# name programs that are there already.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v mpiexec >/dev/null || ! command -v mpicc >/dev/null || ! ls /usr/lib/llvm-*/lib/libclang* >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -q && apt-get install -y -q mpich libmpich-dev libclang-dev; } >/dev/null || { echo 'no MPICH or no libclang' >&2; exit 3; }
    else
        echo 'MPICH and libclang are needed: apt-get install mpich libmpich-dev libclang-dev' >&2
        exit 3
    fi
fi

if ! command -v mpichversion >/dev/null; then
    echo 'another MPI than MPICH is installed, with which this is not tried' >&2
    exit 3
fi
# Nothing of the trials leaves this machine.
export HYDRA_IFACE=lo UCX_NET_DEVICES=lo FI_TCP_IFACE=lo

target=${CARGO_TARGET_DIR:-$PWD/target}
if [ -z "${INCOG_MPI:-}" ]; then
    # With the features and targets of `cargo clippy` and `cargo test --workspace`, whose dependencies serve here, too.
    cargo clippy --quiet --locked --workspace --all-targets --features incog-mpi/mpi --target-dir "$target" -- -D warnings
    cargo build --quiet --locked --workspace --bins --tests --features incog-mpi/mpi --target-dir "$target"
fi
[ "${1:-}" = test ] || exit 0
mpi=${INCOG_MPI:-$target/debug/incog-mpi}
plain=${INCOG:-$target/debug/incog}
[ -x "$plain" ] || cargo build --quiet --locked -p incog-cli

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mpi=$(realpath "$mpi") plain=$(realpath "$plain")
cd "$stage"

fail() {
    printf 'tools/mpi.sh: %s\n' "$*" >&2
    cat said >&2 || true
    exit 1
}

# 400 made-up people, always the same.
awk 'BEGIN {
    print "age,zip,sex,income,disease"
    for (n = 0; n < 400; n++)
        printf "%d,%d,%s,%d,%s\n", 20 + (n * 7919) % 60, 10000 + (n * 104729) % 90 * 7, (n * 31) % 3 ? "f" : "m",
            1000 + (n * 6007) % 40 * 50, substr("flu coldgout", 1 + 4 * (n % 3), 4)
}' >people.csv

# A search record by record, and one of levels with the best suppression, by name and with its settings.
job() {
    cat <<END
input = "people.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [2, 4, 8, 16, 32], origin = 0 }
[columns.zip]
role = "quasi-identifier"
[columns.sex]
role = "quasi-identifier"
[columns.income]
role = "quasi-identifier"
hierarchy = { intervals = [100, 200, 400, 800], origin = 0 }
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 3
[suppression]
limit = 0.5
[utility]
objective = "transparency"
[search]
algorithm = "$1"
max_evaluations = $2
threads = 1
[search.$1]
$3
END
}

# Runs a command; its exit code is in $code, and what it said in the file `said`.
try() {
    rm -f out.csv*
    code=0
    timeout 300 "$@" >said 2>&1 || code=$?
}

# What may differ from run to run.
without_clock() {
    sed -E 's/"seconds": [0-9.e-]+/"seconds": 0/' out.csv.report.json
}

compare() {
    [ "$code" = "$expected" ] || fail "$1: exit code $code, expected $expected"
    cmp -s out.csv whole.csv || fail "$1: another release"
    without_clock | cmp -s - whole.json || fail "$1: another report"
}

whole() {
    try "$plain" anonymize job.toml
    [ -f out.csv ] || fail "no release of $1"
    expected=$code
    cp out.csv whole.csv
    without_clock >whole.json
}

for search in "id-dga 6000 islands=4" "id-dga-without-mutation 3000 islands=5" "id-dga-without-improvement 3000 islands=4" \
    "id-dga 3000 preset=\"user\""; do
    # shellcheck disable=SC2086
    job $search >job.toml
    whole "$search"
    for ranks in 1 2 4; do
        try mpiexec -n $ranks "$mpi" anonymize job.toml
        compare "$search on $ranks processes"
    done
    printf '%s: the same release on 1, 2 and 4 processes\n' "$search"
done

# The process of this run with a number, by the folder it works in; process ids need not be in that order.
process_of_rank() {
    local process
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/cwd" 2>/dev/null)" = "$(pwd -P)" ] && [ "$(readlink "$process/exe" 2>/dev/null)" = "$mpi" ] \
            && tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qx "PMI_RANK=$1"; then
            echo "${process#/proc/}"
        fi
    done
}

# A process is killed as soon as a checkpoint is there; the same command goes on.
job id-dga 1500000 islands=4 >job.toml
whole 'a longer search'
kept=(--checkpoint state --checkpoint-seconds 0.05)
for cleanup in '' -disable-auto-cleanup; do
    rm -f out.csv* state
    code=0
    # shellcheck disable=SC2086
    mpiexec $cleanup -n 4 "$mpi" anonymize job.toml "${kept[@]}" >said 2>&1 &
    run=$!
    for _ in $(seq 3000); do
        [ -f state ] && break
        sleep 0.02
    done
    [ -f state ] || fail 'no checkpoint was written'
    kill -9 "$(process_of_rank 3)" || fail 'the run ended before a process could be killed'
    wait $run || code=$?
    [ "$code" != 0 ] || fail 'a lost process did not end the run'
    [ ! -f out.csv ] || fail 'a run without one of its processes published'
    [ -f state ] || fail 'the checkpoint is gone'
    grep -q 'if one fails, all end; the same command then resumes from state' said || fail 'nobody said what to do'
    # mpiexec says so; the first process does, too, where it is told in time.
    grep -q 'EXIT STRING: Killed\|error: a process of this run failed' said || fail 'nobody said that a process was lost'
    # On another number of processes, and on one without MPI.
    if [ -z "$cleanup" ]; then
        try mpiexec -n 2 "$mpi" anonymize job.toml "${kept[@]}"
    else
        try "$plain" anonymize job.toml "${kept[@]}"
    fi
    grep -q 'resuming the search from the checkpoint state' said || fail 'the run began anew'
    compare 'a run that goes on'
    [ ! -f state ] || fail 'the checkpoint was left'
done
echo 'a lost process ends the run, and the same command goes on to the same release'

# A limit of time ends all processes, and the first one keeps what they had at the last meeting, though nothing was due. A fast machine has
# done the whole search before a long limit, so the limit is made shorter until it is what ended the search.
for seconds in 1 0.5 0.25 0.12 0.06 0.03; do
    try mpiexec -n 4 "$mpi" anonymize job.toml --checkpoint state --max-seconds $seconds
    [ "$code" = 5 ] || fail "a limit of time: exit code $code"
    grep -q 'stopped: budget' said || break
done
[ -f state ] || fail 'a limit of time lost the state'
try mpiexec -n 2 "$mpi" anonymize job.toml --checkpoint state
grep -q 'resuming the search from the checkpoint state' said || fail 'the run began anew after a limit of time'
compare 'a run that goes on after a limit of time'
[ ! -f state ] || fail 'the checkpoint was left'
echo 'a limit of time ends all processes, and the same command goes on to the same release'

# Everybody ends, and one process says why.
refused() {
    local wanted=$1 message=$2 errors
    shift 2
    code=0
    timeout 60 mpiexec "$@" >said 2>&1 || code=$?
    errors=$(grep -c '^error' said || true)
    if [ "$code" != "$wanted" ] || [ "$errors" != 1 ] || ! grep -q "$message" said; then
        fail "expected exit code $wanted and once: $message; found $code"
    fi
}
refused 1 'release exists\|already exists' -n 4 "$mpi" anonymize job.toml
rm -f out.csv*
# Another run has the checkpoint, and for as long as it is let.
sed 's/^max_evaluations = .*/max_evaluations = 1000000000/' job.toml >long.toml
mpiexec -n 2 "$mpi" anonymize long.toml "${kept[@]}" >/dev/null 2>&1 &
run=$!
for _ in $(seq 1200); do
    [ -f state ] && break
    sleep 0.05
done
refused 1 'state: another run is using this checkpoint' -n 2 "$mpi" anonymize job.toml -o out2.csv --checkpoint state
kill $run && wait $run || true
# mpiexec may end before its processes, the first of which holds the checkpoint as long as it lives. One that is killed leaves the file
# that it had locked.
for _ in $(seq 200); do
    if [ ! -e .state.incog-lock ] || flock -n .state.incog-lock true; then
        break
    fi
    sleep 0.05
done
rm -rf out.csv* state .state.incog*
refused 1 '5 processes cannot share 4 islands' -n 5 "$mpi" anonymize job.toml
refused 1 'optimal has no islands' -n 2 "$mpi" anonymize job.toml --algorithm optimal
refused 2 'incog-mpi runs only the command anonymize' -n 2 "$mpi" audit people.csv
refused 2 'several processes cannot share standard input or output' -n 2 "$mpi" anonymize job.toml -o -
sed 's/people.csv/missing.csv/' job.toml >missing.toml
refused 1 'missing.csv' -n 3 "$mpi" anonymize missing.toml
# The second process has another table.
sed 's/people.csv/fewer.csv/' job.toml >fewer.toml
head -n 390 people.csv >fewer.csv
refused 1 'process 1 of this run has another table, job, secret or version' \
    -n 1 "$mpi" anonymize job.toml : -n 1 "$mpi" anonymize fewer.toml -o out2.csv
[ ! -f out.csv ] || fail 'a refused run published'
echo 'what cannot be shared is refused once'

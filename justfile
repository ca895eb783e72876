# One verb each; `just check` is what CI runs.

# Everything CI runs.
check:
    .ci/run

# The tests, as in the README.
test:
    cargo test --workspace

# Format and lint.
lint:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings

# The documentation of the library.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Write what the cards of models, metrics and searches say into docs/job-file.md; a test compares it.
docs-of-cards:
    cargo run -p incog --example job-file-docs

# The example of the README.
example:
    cargo run --release -p incog-cli -- anonymize examples/hospital/job.toml --force

# Write the example's data again; a test compares it byte for byte.
example-data:
    cargo run -p incog-lab --example hospital -- examples/hospital

# The Python package as a wheel, in crates/incog-py/dist.
wheel:
    tools/python_package.sh build

# The Python package in a fresh environment, with its tests.
test-python:
    tools/python_package.sh test

# All benchmarks.
bench:
    cargo bench --workspace

# Time the program beside yardsticks and add the run to docs/speed.jsonl; on an idle machine.
bench-record:
    python3 tools/record_speed.py

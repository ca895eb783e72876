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

# Run the examples in the pages and compare what they print; needs the command built by the tests.
pages:
    python3 tools/check_pages.py --incog target/debug/incog

# The pages of the project as a book, in target/book/html; needs mdbook.
book:
    tools/book.sh

# The Debian package of the release build; needs cargo-deb.
debian:
    cargo build --release -p incog-cli
    tools/debian.sh

# Write what the cards of models, metrics and searches say into docs/job-file.md; a test compares it.
docs-of-cards:
    cargo run -p incog --example job-file-docs

# The example of the README.
example:
    cargo run --release -p incog-cli -- anonymize examples/hospital/job.toml --force

# Write the pages that are made of the records of experiments; a test compares them.
readmes:
    cargo run -p incog-lab --example readmes

# Write the example's data again; a test compares it byte for byte.
example-data:
    cargo run -p incog-lab --example hospital -- examples/hospital

# The Python package as a wheel, in crates/incog-py/dist.
wheel:
    tools/python_package.sh build

# Write the names, types and keywords of the Python package as the cards say them; a test compares them.
python-names:
    cargo run -p incog --example python-names

# Run the notebooks of examples/notebook and keep what they show; a check compares their cells.
notebook:
    python3 tools/notebook.py write

# The site of the Python package, in target/python-site.
python-docs:
    python3 tools/python_docs.py

# The Python package beside anjana, anonypy and pycanon, where they are installed.
compare-python:
    python3 tools/compare_python.py

# The Python package in a fresh environment, with its tests.
test-python:
    tools/python_package.sh test

# All benchmarks.
bench:
    cargo bench --workspace

# Time the program beside yardsticks and add the run to docs/speed.jsonl; on an idle machine.
bench-record:
    python3 tools/record_speed.py

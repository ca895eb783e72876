#!/usr/bin/env bash
# Builds the Python package, or builds it, installs it into a fresh environment and runs its tests:
#
#     tools/python_package.sh build|test
#
# It takes a Rust toolchain, Python 3.10 or later, and a package index or the wheels that pip is told to find.
set -euo pipefail
cd "$(dirname "$0")/.."

package=crates/incog-py
environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT

# A workspace of its own has a folder of its own, unless everything is built in one.
alone='env -u CARGO_TARGET_DIR'
cargo fmt --manifest-path $package/Cargo.toml --check
# In the folder of the workspace, whose checked dependencies serve here, too.
cargo clippy --locked --quiet --manifest-path $package/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}" -- -D warnings
python3 -m venv "$environment"
bin=$environment/bin
# The default level of compression of maturin makes a wheel 3 % larger.
if [ "${1:-}" = test ]; then
    # As somebody does it who has the repository and a Rust toolchain.
    $alone "$bin/pip" wheel --quiet --no-deps --config-settings build-args='--compression-level 9' --wheel-dir $package/dist ./$package
else
    "$bin/pip" install --quiet 'maturin>=1.9,<2'
    $alone "$bin/maturin" build --release --quiet --compression-level 9 --manifest-path $package/Cargo.toml --out $package/dist
fi

wheel=$(ls -t $package/dist/incog-*.whl | head -n 1)
bytes=$(wc -c <"$wheel")
printf '%s: %s bytes\n' "$wheel" "$bytes"
if [ "$bytes" -gt 15000000 ]; then
    echo 'a wheel has at most 15 MB' >&2
    exit 1
fi
[ "${1:-}" = test ] || exit 0

"$bin/pip" install --quiet "$wheel"
"$bin/pip" install --quiet duckdb geopandas hypothesis ipykernel jupytext matplotlib mypy nbclient pandas polars pyarrow \
    pyright pytest scikit-learn tqdm
# Tables of Spark, where there is the Java that it needs: pyspark is 400 MB, which nobody has to fetch for nothing. Where it is not
# there, its tests are skipped and say so.
typed=("$package/tests/typed.py")
if java -version >/dev/null 2>&1 \
    && "$bin/pip" install --quiet 'pyspark>=4' grpcio grpcio-status googleapis-common-protos zstandard; then
    typed+=("$package/tests/typed_spark.py")
else
    echo 'no Java, or no pyspark: tables of Spark are not tested'
fi
installed=$("$bin/python" -c 'import incog, os; print(os.path.dirname(incog.__file__))')
"$bin/python" -m pytest -q -rs $package/tests
"$bin/python" -m pytest -q --doctest-modules "$installed"
"$bin/python" -m mypy --strict "${typed[@]}"
"$bin/pyright" --pythonpath "$bin/python" "${typed[@]}"
"$bin/python" tools/notebook.py check
if Rscript -e 'library(reticulate)' >/dev/null 2>&1; then
    Rscript tools/check_r.R "$bin/python" 2>/dev/null
else
    echo 'no R with reticulate: docs/r.md is not tested'
fi

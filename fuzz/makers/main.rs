//! Writes the corpora that fuzzing starts from: `corpus/TARGET/NAME`, one small valid file of every
//! kind.
//!
//! Everything is made here; no file comes from elsewhere.
//! `cargo run --release --example make_corpora`

mod hierarchies;
mod points;
mod tables;

use incog_fuzz::releases;
use std::path::Path;

fn main() {
    for (target, files) in [
        ("table_text", tables::text()),
        ("table_parquet", tables::parquet()),
        ("table_arrow", tables::arrow()),
        ("table_json", tables::json_lines()),
        ("table_excel", tables::workbooks()),
        ("hierarchy", hierarchies::files()),
        ("job", jobs()),
        ("report", reports()),
        ("plan", plans()),
        ("proof", in_a_folder(releases::proofs)),
        ("trajectories", points::files()),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        for (number, bytes) in files.into_iter().enumerate() {
            std::fs::write(folder.join(format!("made-{number:02}")), bytes).expect("a file can be written");
        }
        println!("{}", folder.display());
    }
}

fn jobs() -> Vec<Vec<u8>> {
    let made = [
        "{ ranges = 3 }",
        "{ date = [\"month\", \"year\"], format = \"%d.%m.%Y\" }",
        "{ fanout = 3, order = [\"a\", \"b\"] }",
        "{ flat = true }",
        "{ columns = [\"county\", \"area\"] }",
        "{ tree = { a = \"x\", b = \"x\", x = \"*\" } }",
        "\"zip.csv\"",
    ];
    let searches = [
        "[search]\nalgorithm = \"haef\"\nseed = 7\nthreads = 2\n[search.haef]\npopulation = 12\nbudget = 0.5\n",
        "[search]\nalgorithm = \"auto\"\nmax_seconds = 1.5\ntrace = \"trace.csv\"\n[release]\norder = \"input\"\n",
    ];
    let with_hierarchy = |how: &&str| releases::JOB.replace("{ mask = \"right\", char = \"*\" }", how);
    let mut jobs: Vec<String> = made.iter().map(with_hierarchy).collect();
    let plain = releases::JOB.split("[search]").next().unwrap_or_default();
    jobs.extend(searches.iter().map(|search| format!("{plain}{search}")));
    jobs.push(releases::JOB.replace(
        "input = \"people.csv\"",
        "inputs = [{ path = \"a.csv\", provider = \"A\" }, { path = \"b.csv\", provider = \"B\" }]",
    ));
    jobs.extend([releases::JOB, releases::TRAJECTORIES].map(str::to_owned));
    jobs.push(format!(
        "{}choose = {{ mean-shift = 50.0 }}\n",
        releases::TRAJECTORIES
            .replace("[search]", "[trips]\ncut = \"day\"\nbounds = [10, 50, 15, 55]\n[search]")
            + "[release]\nformat = \"gpx\"\nanchor = \"median\"\n"
    ));
    jobs.into_iter().map(String::into_bytes).collect()
}

fn reports() -> Vec<Vec<u8>> {
    in_a_folder(releases::make)
}

fn plans() -> Vec<Vec<u8>> {
    in_a_folder(|folder| {
        std::fs::write(folder.join("people.csv"), releases::people()).expect("a file can be written");
        releases::plans(folder)
    })
}

fn in_a_folder(make: impl Fn(&Path) -> [String; 2]) -> Vec<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("incog-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let made = make(&folder).map(String::into_bytes).into();
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    made
}

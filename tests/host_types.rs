//! The words that `src/wasm/host.ts` writes out are those that the Rust types have.

use palimpsest::sorted::SortedSet;

use palimpsest::evaluate::{DiagnosisKind, PairKind, Remedy};
use palimpsest::ports::Collection;
use palimpsest::record::{Action, Guard, Kind, SourceKind, Status, Strategy, Tier};
use serde::de::DeserializeOwned;

const HOST: &str = include_str!("../src/wasm/host.ts");
const ERRORS: &str = include_str!("../src/error.rs");

/// The quoted words of the union type of that name.
fn union(name: &str) -> SortedSet<String> {
    let start = HOST.find(&format!("export type {name} =")).expect("the type is there");
    let declaration = HOST[start..].split(';').next().expect("a declaration");
    declaration.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names that serde knows an enum's variants by: it lists them when it meets another.
fn variants<T: DeserializeOwned>() -> SortedSet<String> {
    let listed = serde_json::from_str::<T>("\"?\"").err().expect("no variant is called so").to_string();
    listed.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[track_caller]
fn check<T: DeserializeOwned>(name: &str) {
    let words = variants::<T>();
    assert!(1 < words.len());
    assert_eq!(union(name), words, "{name}");
}

#[test]
fn the_words_of_every_enum_are_those_of_its_type() {
    check::<Kind>("Kind");
    check::<Tier>("Tier");
    check::<Status>("Status");
    check::<Action>("Action");
    check::<Strategy>("Strategy");
    check::<Guard>("Guard");
    check::<SourceKind>("SourceKind");
    check::<PairKind>("PairKind");
    check::<DiagnosisKind>("DiagnosisKind");
    check::<Remedy>("Remedy");
}

#[test]
fn the_collections_are_those_of_the_port() {
    assert_eq!(union("Collection"), Collection::ALL.iter().map(|one| one.name().to_owned()).collect());
}

#[test]
fn the_error_codes_are_those_of_the_error_and_the_edge_s_own() {
    let arms = ERRORS.split("=> \"").skip(1).filter_map(|arm| arm.split('"').next());
    let mut codes: SortedSet<String> = arms.map(str::to_owned).collect();
    codes.insert("internal".to_owned());
    assert_eq!(union("MemoryErrorCode"), codes);
}

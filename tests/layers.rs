//! Guards the layers: which module may use which, and what the pure ones may not say. Their list is DESIGN's and the doc of `src/lib.rs`.

use palimpsest::sorted::SortedMap;
use std::fs;
use std::path::Path;

use code::code_of;

#[path = "layers/code.rs"]
mod code;

/// Every top-level module and its layer: it may use those of a smaller number.
const LAYERS: &[(&str, u8)] = &[
    ("record", 1),
    ("embedding", 1),
    ("error", 1),
    ("sorted", 1),
    ("text", 2),
    ("lexical", 2),
    ("fingerprint", 2),
    ("cache", 2),
    ("codec", 2),
    ("annotate", 3),
    ("gate", 3),
    ("version", 3),
    ("topic", 3),
    ("decay", 3),
    ("reflect", 3),
    ("calibrate", 3),
    ("retrieve", 3),
    ("llm", 3),
    ("evaluate", 3),
    ("ports", 4),
    ("engine", 5),
    ("storage", 5),
    ("wasm", 6),
];

/// Modules of one layer that may use each other: `(the one, what it uses)`.
const NEIGHBOURS: &[(&str, &str)] = &[
    // Words know each other.
    ("record", "embedding"),
    ("record", "error"),
    ("record", "sorted"),
    ("error", "record"),
    ("error", "embedding"),
    // All of layer 2 may use `text`.
    ("lexical", "text"),
    ("fingerprint", "text"),
    ("cache", "text"),
    ("codec", "text"),
    // A model is asked in the language of the memory.
    ("llm", "annotate"),
    // Values are compared, and asked about, as annotation reads them.
    ("version", "annotate"),
    // Topics, keys and values are one however they are written.
    ("topic", "annotate"),
    ("topic", "version"),
    // A reflection holds what a model proposes against what it was shown.
    ("reflect", "annotate"),
    ("reflect", "gate"),
    ("reflect", "llm"),
    ("reflect", "version"),
    // An evaluation judges as a write does, by rule and by the model's word.
    ("evaluate", "annotate"),
    ("evaluate", "gate"),
    ("evaluate", "llm"),
    ("evaluate", "version"),
    // The shell runs the rules over a store.
    ("engine", "storage"),
];

/// What layers 1 to 3 may not say: they have no clock, no randomness, no waiting and no JavaScript.
const IMPURE: &[&str] = &["async ", "js_sys", "wasm_bindgen", "SystemTime", "Instant", "fastrand", "getrandom"];

/// Crates that speak to JavaScript.
const JAVASCRIPT: &[&str] = &[
    "js_sys",
    "wasm_bindgen",
    "web_sys",
    "serde_wasm_bindgen",
    "tsify",
    "gloo_timers",
    "idb::",
    "wasm_bindgen_futures",
];

/// The one seam: NFKC from the JavaScript engine.
const SEAM: &str = "text/nfkc.rs";

/// Lines of a file before its unit tests, and in all.
const MAX_LINES: (usize, usize) = (400, 520);

/// One file of `src`: its path below it, its text, and that text without comments and strings.
struct Source {
    path: String,
    text: String,
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), code: code_of(text) }
    }

    /// The top-level module that it belongs to; `lib` is none.
    fn module(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    fn layer(&self) -> Option<u8> {
        layer_of(self.module())
    }

    /// The code before the first `#[cfg(test)]`.
    fn shipped(&self) -> &str {
        self.code.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

fn layer_of(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

/// Everything wrong with one file, in words.
fn faults(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    faults.extend(wrong_form(source));
    faults.extend(wrong_uses(source));
    faults.extend(wrong_words(source));
    faults.into_iter().map(|fault| format!("{}: {fault}", source.path)).collect()
}

fn wrong_form(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    if !source.text.starts_with("//! ") {
        faults.push("its first line does not say what it is".to_owned());
    }
    let lines: Vec<&str> = source.text.lines().collect();
    let before_tests = lines.iter().position(|line| line.starts_with("#[cfg(test)]")).unwrap_or(lines.len());
    let (most, most_in_all) = MAX_LINES;
    if most < before_tests || most_in_all < lines.len() {
        faults.push(format!("{before_tests} lines before its tests and {} in all", lines.len()));
    }
    let is_known = source.path == "lib.rs" || source.layer().is_some();
    if !is_known {
        faults.push("its module stands in no layer".to_owned());
    }
    if source.path.split('/').any(|part| part.trim_end_matches(".rs") == "core") || source.code.contains("mod core") {
        faults.push("a module is named core".to_owned());
    }
    faults
}

fn wrong_uses(source: &Source) -> Vec<String> {
    let Some(own) = source.layer() else { return Vec::new() };
    let mut faults = Vec::new();
    for used in used_modules(source) {
        if used == source.module() {
            continue;
        }
        let neighbours = NEIGHBOURS.contains(&(source.module(), used.as_str()));
        match layer_of(&used) {
            Some(layer) if layer < own || neighbours => {}
            Some(layer) => faults.push(format!("layer {own} uses `{used}` of layer {layer}")),
            None => faults.push(format!("uses `crate::{used}`, which stands in no layer")),
        }
    }
    faults
}

fn wrong_words(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let mut forbid = |word: &str, why: &str| {
        if says(&source.code, word) {
            faults.push(format!("says `{}`, {why}", word.trim()));
        }
    };
    let is_seam = source.path == SEAM;
    if source.layer().is_some_and(|layer| layer <= 3) {
        for word in IMPURE.iter().filter(|word| !(is_seam && **word == "js_sys")) {
            forbid(word, "but is pure");
        }
    }
    if source.module() != "wasm" && source.path != "storage/indexed_db.rs" && !is_indexed_db_part(&source.path) {
        for word in JAVASCRIPT.iter().filter(|word| !(is_seam && **word == "js_sys")) {
            forbid(word, "but JavaScript belongs to the edge");
        }
    }
    if source.path != "retrieve/simd.rs" {
        forbid("unsafe", "which only retrieve/simd.rs may");
    }
    faults
}

/// Should the IndexedDB store become a folder, its files count as it.
fn is_indexed_db_part(path: &str) -> bool {
    path.starts_with("storage/indexed_db/")
}

/// Whether `code` says `word`, not as a part of a longer name.
fn says(code: &str, word: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    code.match_indices(word).any(|(at, _)| {
        let before = at.checked_sub(1).map(|at| code.as_bytes()[at]);
        let after = code.as_bytes().get(at + word.len()).copied();
        let starts = !before.is_some_and(is_name);
        let ends = !word.ends_with(|last: char| is_name(last as u8)) || !after.is_some_and(is_name);
        starts && ends
    })
}

/// The top-level modules that a file's code names, by `crate::x`, by `crate::{x, y}`, or by as many `super` as lead out of its module.
/// Its unit tests may use what they like.
fn used_modules(source: &Source) -> Vec<String> {
    let mut used = Vec::new();
    for (at, _) in source.shipped().match_indices("crate::") {
        used.extend(heads(&source.code[at + "crate::".len()..]));
    }
    let folders = source.path.trim_end_matches(".rs").trim_end_matches("/mod").split('/').count();
    let way_out = "super::".repeat(folders);
    for (at, _) in source.shipped().match_indices(&way_out) {
        let is_start = !source.code[..at].ends_with("super::");
        if is_start {
            used.extend(heads(&source.code[at + way_out.len()..]));
        }
    }
    used.retain(|name| !name.is_empty());
    used.sort();
    used.dedup();
    used
}

/// The first names of the paths at the start of `code`: of `a::b` it is `a`, of `{a::b, c::{d, e}}` they are `a` and `c`. A macro is no module.
fn heads(code: &str) -> Vec<String> {
    let name = |text: &str| {
        let text = text.trim_start();
        let length = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        if text[length..].starts_with('!') { String::new() } else { text[..length].to_owned() }
    };
    let Some(inner) = code.strip_prefix('{') else { return vec![name(code)] };
    let mut depth = 0_usize;
    let mut start = 0;
    let mut heads = Vec::new();
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                heads.push(name(&inner[start..at]));
                start = at + 1;
            }
            '}' if depth == 0 => {
                heads.push(name(&inner[start..at]));
                break;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    heads
}

/// Every `.rs` file below `src`.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = SortedMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of src can be read") {
            let path = entry.expect("an entry of src can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("it is below src").to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read_to_string(&path).expect("a file of src can be read"));
            }
        }
    }
    files.iter().map(|(path, text)| Source::new(path, text)).collect()
}

#[test]
fn every_file_keeps_to_its_layer() {
    let faults: Vec<String> = sources().iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_module_of_the_crate_stands_in_a_layer_and_is_there() {
    let lib = sources().into_iter().find(|source| source.path == "lib.rs").unwrap();
    let declared =
        lib.code.lines().filter_map(|line| line.strip_prefix("pub mod ")).map(|name| name.trim_end_matches(';'));
    let mut declared: Vec<&str> = declared.collect();
    let mut listed: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}

#[track_caller]
fn check(path: &str, code: &str, wanted: &[&str]) {
    let found = faults(&Source::new(path, &format!("//! A file.\n{code}\n")));
    let all_wanted = wanted.iter().all(|part| found.iter().any(|fault| fault.contains(part)));
    assert!(found.len() == wanted.len() && all_wanted, "found {found:?}, wanted {wanted:?}");
}

#[test]
fn a_use_of_a_lower_module_is_caught() {
    check("gate.rs", "use crate::engine::Engine;", &["layer 3 uses `engine` of layer 5"]);
    check("gate.rs", "use crate::{record::Record, engine::{Engine, Options}};", &["uses `engine`"]);
    check("gate.rs", "fn f() { crate::storage::memory::open() }", &["uses `storage`"]);
    check("text/guard.rs", "use super::super::gate::decide;", &["uses `gate`"]);
    check("retrieve/mod.rs", "use super::gate::decide;", &["uses `gate`"]);
    check("ports.rs", "use crate::codec::encode;\nuse crate::wasm::x;", &["uses `wasm`"]);
    check("gate.rs", "use crate::nowhere::X;", &["`crate::nowhere`, which stands in no layer"]);
}

#[test]
fn a_use_of_a_higher_module_or_of_its_own_is_allowed() {
    check("gate.rs", "use crate::{record::Record, text::{align, guard}};\nuse crate::gate::X;", &[]);
    check("retrieve/fuse.rs", "use super::bm25::Score;\nuse crate::retrieve::vector;", &[]);
    check(
        "codec.rs",
        "use crate::text::nfkc;\n#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::gate;\n}",
        &[],
    );
    check("storage/contract.rs", "crate::checks!(a);\nmacro_rules! b { () => { $crate::$c! {} } }", &[]);
    check("engine/remember.rs", "use crate::storage::memory::MemoryStorage;\nuse crate::ports::Storage;", &[]);
}

#[test]
fn rules_of_one_layer_do_not_use_each_other() {
    check("gate.rs", "use crate::decay::score;", &["layer 3 uses `decay` of layer 3"]);
}

#[test]
fn an_impure_word_in_a_pure_module_is_caught() {
    check("gate.rs", "pub async fn f() {}", &["`async`"]);
    check("decay.rs", "fn f() { std::time::SystemTime::now(); }", &["`SystemTime`"]);
    check("text/nfkc.rs", "use js_sys::JsString;", &[]);
    check("text/normalize.rs", "use js_sys::JsString;", &["but is pure", "belongs to the edge"]);
    check("engine/recall.rs", "use wasm_bindgen::JsValue;", &["belongs to the edge"]);
    check("storage/indexed_db.rs", "use idb::Database;\npub async fn f() {}", &[]);
    check("engine/mod.rs", "fn f() { unsafe { g() } }", &["`unsafe`"]);
    check("retrieve/simd.rs", "fn f() { unsafe { g() } }", &[]);
}

#[test]
fn words_in_comments_and_strings_and_parts_of_names_do_not_count() {
    check("gate.rs", "// async fn\n/* js_sys /* unsafe */ */\nconst A: &str = \"async \\\" crate::engine\";", &[]);
    check("gate.rs", "const A: &str = r#\"async \" crate::engine\"#;\nfn f<'a>(x: &'a str) -> char { '\"' }", &[]);
    check("gate.rs", "fn f<'a>(x: &'a str) { let q = '\\''; let r = \"unsafe\"; }", &[]);
    check("gate.rs", "struct InstantCoffee; fn not_unsafe() {}", &[]);
    check("gate.rs", "fn f() -> char { '\"' }\nuse crate::engine::X; // \"", &["uses `engine`"]);
}

#[test]
fn the_form_of_a_file_is_looked_at() {
    let long = "fn f() {}\n".repeat(400);
    check("gate.rs", &long, &["lines before its tests"]);
    check("gate.rs", &format!("#[cfg(test)]\n{long}"), &[]);
    check("core.rs", "", &["stands in no layer", "named core"]);
    check("text/core.rs", "", &["named core"]);
    assert_eq!(faults(&Source::new("gate.rs", "use std::fmt;\n")).len(), 1);
}

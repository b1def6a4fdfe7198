//! A store that the host supplies: what it is asked, and what becomes of wrong answers.

use palimpsest::ports::{Batch, Collection, ReadRequest, Rows, Storage, StorageError};
use palimpsest::wasm::host_storage::HostStorage;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::js::{all, put, refused, run, same, sight};

/// Gives a function that gives, for a name, an adapter over the one store of that name.
pub(crate) const MAP_STORE: &str = "
    const stores = new Map();
    return (name) => {
        if (!stores.has(name)) stores.set(name, { revision: 0, rows: {} });
        const store = stores.get(name);
        const sorted = (collection) => [...(store.rows[collection] ?? new Map())].sort(([x], [y]) => (x < y ? -1 : 1));
        return {
            async read(requests) {
                return { revision: store.revision, rows: requests.map(({ collection, keys, from, to, limit }) => {
                    if (keys) return sorted(collection).filter(([key]) => keys.includes(key));
                    const rows = sorted(collection).filter(([key]) => (from === undefined || from <= key) && (to === undefined || key < to));
                    return limit === undefined ? rows : rows.slice(0, limit);
                }) };
            },
            async commit({ expected, next, puts, deletes }) {
                await null;
                if (store.revision !== expected) throw Object.assign(new Error('no'), { code: 'conflict' });
                store.revision = next;
                const map = (collection) => (store.rows[collection] ??= new Map());
                for (const [collection, key, value] of puts) map(collection).set(key, value);
                for (const [collection, key] of deletes) map(collection).delete(key);
            },
            async destroy() { store.revision = 0; store.rows = {}; },
        };
    };";

/// A store over the object that the expression gives.
fn storage(expression: &str) -> Result<HostStorage, String> {
    HostStorage::new(&run(&format!("return ({expression});"), &[])?).map_err(|err| err.to_string())
}

/// A store whose `read` answers that, whatever it is asked.
fn answering(read: &str) -> Result<HostStorage, String> {
    storage(&format!("{{ read: async () => ({read}), commit: async () => {{}} }}"))
}

/// Reads one range with that answer, and looks for the words in the refusal.
async fn check(read: &str, words: &str) -> Result<(), String> {
    let rows = Rows::Range { from: Some("b".to_owned()), to: Some("x".to_owned()), limit: Some(2) };
    let answer = answering(read)?.read(vec![ReadRequest { collection: Collection::Records, rows }]).await;
    refused(answer, &["the storage adapter answered", words]).map_err(|err| format!("{read}: {err}"))
}

#[wasm_bindgen_test]
async fn answers_of_the_wrong_shape_are_refused_in_words() -> Result<(), String> {
    for (read, words) in [
        ("undefined", "undefined, wanted an object"),
        ("null", "null, wanted an object"),
        ("'ok'", "a string, wanted an object"),
        ("{ revision: 1 }", "undefined as rows, wanted an array"),
        ("{ revision: 1, rows: {} }", "an object of class Object as rows"),
        ("{ revision: 1, rows: [] }", "0 lists of rows to 1 requests"),
        ("{ revision: 1, rows: [[], []] }", "2 lists of rows to 1 requests"),
        ("{ revision: 1, rows: [null] }", "null as rows[0], wanted an array"),
        ("{ revision: 1, rows: [['b']] }", "a string as rows[0][0], wanted an array"),
        ("{ revision: 1, rows: [[['b']]] }", "1 things in rows[0][0]"),
        ("{ revision: 1, rows: [[['b', new Uint8Array(), 1]]] }", "3 things in rows[0][0]"),
        ("{ revision: 1, rows: [[[1, new Uint8Array()]]] }", "a number as the key of rows[0][0]"),
        ("{ revision: 1, rows: [[['b', 'text']]] }", "a string as the value of \"b\""),
        ("{ revision: 1, rows: [[['b', [1, 2]]]] }", "an object of class Array as the value of \"b\""),
        ("{ revision: 1, rows: [[['b', new ArrayBuffer(2)]]] }", "an object of class ArrayBuffer"),
        ("{ revision: 1, rows: [[['b', new Float32Array(2)]]] }", "an object of class Float32Array"),
        ("{ revision: 1, rows: [[['b', null]]] }", "null as the value of \"b\""),
        ("{ revision: 1, get rows() { throw 1; } }", "an object whose rows throws"),
    ] {
        check(read, words).await?;
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn a_revision_that_is_no_whole_number_is_refused() -> Result<(), String> {
    for (revision, words) in [
        ("undefined", "undefined as the revision"),
        ("'1'", "a string as the revision"),
        ("1n", "a bigint as the revision"),
        ("-1", "-1 as the revision"),
        ("1.5", "1.5 as the revision"),
        ("NaN", "NaN as the revision"),
        ("2 ** 53", "9007199254740992 as the revision"),
    ] {
        check(&format!("{{ revision: {revision}, rows: [[]] }}"), words).await?;
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn rows_that_were_not_asked_for_are_refused() -> Result<(), String> {
    for (keys, words) in [
        ("'a'", "the key \"a\" in rows[0], which was not asked for"),
        ("'x'", "the key \"x\" in rows[0], which was not asked for"),
        ("'d', 'c'", "do not ascend at \"c\""),
        ("'c', 'c'", "do not ascend at \"c\""),
        ("'c', 'd', 'e'", "3 rows in rows[0], where the limit is 2"),
    ] {
        check(
            &format!("{{ revision: 1, rows: [[{keys}].map((key) => [key, new Uint8Array()])].map((x) => x) }}"),
            words,
        )
        .await?;
    }
    let rows = Rows::Keys(vec!["a".to_owned(), "c".to_owned()]);
    let request = ReadRequest { collection: Collection::Records, rows };
    let answer = answering("{ revision: 1, rows: [[['b', new Uint8Array()]]] }")?.read(vec![request]).await;
    refused(answer, &["the key \"b\" in rows[0], which was not asked for"])
}

#[wasm_bindgen_test]
async fn bytes_of_another_realm_are_bytes() -> Result<(), String> {
    let body = "const frame = document.body.appendChild(document.createElement('iframe'));
        const bytes = frame.contentWindow.Uint8Array.of(1, 2, 3);
        return { read: async () => ({ revision: 1, rows: [[['a', bytes]]] }), commit() {} };";
    let storage = HostStorage::new(&run(body, &[])?).map_err(|err| err.to_string())?;
    let snapshot = storage.read(vec![all()]).await.map_err(|err| err.to_string())?;
    same(snapshot.rows, vec![vec![("a".to_owned(), vec![1, 2, 3])]])
}

#[wasm_bindgen_test]
async fn answers_need_not_be_promises() -> Result<(), String> {
    let plain = storage("{ read: () => ({ revision: 4, rows: [[['a', Uint8Array.of(7)]]] }), commit() {} }")?;
    same(sight(&plain).await?, "4: a".to_owned())?;
    same(plain.commit(put(4, "b", b"1")).await, Ok(()))?;
    let thenable = storage("{ read: () => ({ then(done) { done({ revision: 5, rows: [[]] }); } }), commit() {} }")?;
    same(sight(&thenable).await?, "5: ".to_owned())
}

#[wasm_bindgen_test]
async fn refusals_are_told_apart_by_their_code() -> Result<(), String> {
    let quota = |words: &str| Err(StorageError::Quota(words.to_owned()));
    let other = |words: &str| Err(StorageError::Unavailable(format!("the storage adapter's commit failed: {words}")));
    for (thrown, wanted) in [
        ("Object.assign(new Error('no'), { code: 'conflict' })", Err(StorageError::Conflict)),
        ("{ code: 'conflict' }", Err(StorageError::Conflict)),
        ("Object.assign(new Error('2 MB at most'), { code: 'quota' })", quota("2 MB at most")),
        ("{ code: 'quota' }", quota("the storage adapter is full")),
        ("Object.assign(new Error('gone'), { code: 'CONFLICT' })", other("gone")),
        ("new Error('磁盘坏了')", other("磁盘坏了")),
        ("'just words'", other("just words")),
        ("undefined", other("it threw undefined without a message")),
        ("null", other("it threw null without a message")),
        ("7", other("it threw a number without a message")),
        ("new Error('')", other("it threw an object of class Error without a message")),
    ] {
        for commit in [format!("() => {{ throw {thrown}; }}"), format!("() => Promise.reject({thrown})")] {
            let answer = storage(&format!("{{ read() {{}}, commit: {commit} }}"))?.commit(put(0, "a", b"1")).await;
            same(answer, wanted.clone()).map_err(|err| format!("{commit}: {err}"))?;
        }
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn an_adapter_sees_its_requests_as_they_are_documented() -> Result<(), String> {
    let adapter = run(
        "const seen = [];
        const show = (value) => JSON.stringify(value, (_, x) => (x instanceof Uint8Array ? `bytes ${[...x]}` : x));
        return { seen, read(x) { seen.push(show(x)); return { revision: 0, rows: x.map(() => []) }; },
            commit(x) { seen.push(show(x)); }, close() { seen.push(`close ${this.seen === seen}`); } };",
        &[],
    )?;
    let storage = HostStorage::new(&adapter).map_err(|err| err.to_string())?;
    let keys = Rows::Keys(["b", "a", "b"].map(str::to_owned).to_vec());
    let range = |from: Option<&str>, limit| Rows::Range { from: from.map(str::to_owned), to: None, limit };
    let requests = [keys, range(None, None), range(Some("a"), Some(0))];
    let requests = requests.map(|rows| ReadRequest { collection: Collection::Meta, rows });
    storage.read(requests.to_vec()).await.map_err(|err| err.to_string())?;
    let deletes = vec![(Collection::Cache, "d".to_owned())];
    same(storage.commit(Batch { deletes, ..put(8, "k", &[1, 255]) }).await, Ok(()))?;
    storage.close().await;
    storage.close().await;
    let seen = run("return a.seen.join('\\n');", &[adapter])?.as_string().unwrap_or_default();
    let wanted = [
        r#"[{"collection":"meta","keys":["a","b"]},{"collection":"meta"},{"collection":"meta","from":"a","limit":0}]"#,
        r#"{"expected":8,"next":9,"puts":[["records","k","bytes 1,255"]],"deletes":[["cache","d"]]}"#,
        "close true",
    ];
    same(seen, wanted.join("\n"))
}

#[wasm_bindgen_test]
fn what_is_no_adapter_is_refused() -> Result<(), String> {
    for (adapter, words) in [
        ("undefined", "an object with the methods"),
        ("null", "an object with the methods"),
        ("'indexeddb'", "an object with the methods"),
        ("{}", "no method read"),
        ("{ read() {} }", "no method commit"),
        ("{ read() {}, commit: 1 }", "no method commit"),
        ("{ get read() { throw new Error('not yet'); } }", "not yet"),
    ] {
        let value = run(&format!("return ({adapter});"), &[]).unwrap_or(JsValue::UNDEFINED);
        refused(HostStorage::new(&value).map(|_| ()), &[words]).map_err(|err| format!("{adapter}: {err}"))?;
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn close_and_destroy_may_be_missing_or_fail() -> Result<(), String> {
    let without = storage("{ read() {}, commit() {} }")?;
    same(without.destroy().await, Ok(()))?;
    refused(without.read(vec![]).await, &["closed"])?;
    let adapter = run(
        "return { seen: '', read() {}, commit() {}, close() { this.seen += 'c'; }, destroy() { this.seen += 'd'; } };",
        &[],
    )?;
    let both = HostStorage::new(&adapter).map_err(|err| err.to_string())?;
    same(both.destroy().await, Ok(()))?;
    both.close().await;
    same(run("return a.seen;", &[adapter])?.as_string().as_deref(), Some("dc"))?;
    let failing = "{ read() {}, commit() {}, close() { throw 1; }, async destroy() { throw new Error('held'); } }";
    storage(failing)?.close().await;
    refused(storage(failing)?.destroy().await, &["destroy failed: held"])
}

#[wasm_bindgen_test]
async fn a_batch_that_a_number_cannot_hold_is_refused() -> Result<(), String> {
    let storage = storage("{ read() {}, commit() {} }")?;
    let batch = Batch { expected: 0, next: 1 << 53, ..Batch::default() };
    refused(storage.commit(batch).await, &["9007199254740992", "2^53 - 1"])
}

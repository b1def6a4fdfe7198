// sqlite-vec in the wasm build of its demo: a virtual table, scanned. In pages alone.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { SMALL } from "../subject.mjs";

const WASM = "sqlite-vec-wasm-demo/sqlite3.wasm";
const TABLE = `create virtual table rows using vec0(row float[${DIMENSIONS}] distance_metric=cosine)`;
const SEARCH = `select rowid from rows where row match ? and k = ${K} order by distance`;

/** @type {import("../subject.mjs").Subject} */
export const sqliteVec = {
  id: "sqlite-vec",
  label: "sqlite-vec-wasm-demo",
  library: {
    from: "sqlite-vec-wasm-demo",
    names: ["default"],
    package: "sqlite-vec-wasm-demo",
    wasm: WASM,
  },
  runtimes: ["page"],
  mostRows: SMALL,
  async create({ default: init }, { bytes }) {
    const sqlite = await init({ wasmBinary: await bytes(WASM) });
    const database = new sqlite.oo1.DB(":memory:");
    database.exec(TABLE);
    return {
      insert(rows) {
        database.transaction(() => {
          const insert = database.prepare(
            "insert into rows(rowid, row) values (?, ?)",
          );
          rows.forEach((row, at) =>
            insert.bind(1, at).bind(2, bytesOf(row)).stepReset(),
          );
          insert.finalize();
        });
      },
      search: (query) => ask(database, query),
      save: () => sqlite.capi.sqlite3_js_db_export(database.pointer),
      open: (saved, query) => ask(reopened(sqlite, saved), query),
    };
  },
};

/** @param {any} database @param {Float32Array} query @returns {number[]} */
const ask = (database, query) =>
  database.selectValues(SEARCH, [bytesOf(query)]).map(Number);

/** @param {any} sqlite @param {Uint8Array} saved */
function reopened(sqlite, saved) {
  const database = new sqlite.oo1.DB(":memory:");
  const { capi, wasm } = sqlite;
  const result = capi.sqlite3_deserialize(
    database.pointer,
    "main",
    wasm.allocFromTypedArray(saved),
    saved.byteLength,
    saved.byteLength,
    capi.SQLITE_DESERIALIZE_FREEONCLOSE,
  );
  database.checkRc(result);
  return database;
}

/** @param {Float32Array} row */
const bytesOf = (row) =>
  new Uint8Array(row.buffer, row.byteOffset, row.byteLength);

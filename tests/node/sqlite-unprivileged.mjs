// Opens a file as somebody whom its permissions bind, and prints what came of it: FILE.

import Sqlite from "better-sqlite3";
import { sqliteStorage } from "palimpsest/node-sqlite";

const [file = ""] = process.argv.slice(2);
/** The user that owns nothing, on Linux. */
const NOBODY = 65_534;

// The native part is loaded at the first use; its folder may be closed to others.
new Sqlite(":memory:").close();
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const { code, message } = await sqliteStorage(file).then(
  () => ({ code: "none", message: "it opened" }),
  (thrown) => thrown,
);
console.log(JSON.stringify({ code, message }));

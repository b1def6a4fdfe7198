// What the package uses of better-sqlite3. It is not shipped, and none of it is in the package's own types.

declare module "better-sqlite3" {
  export default class Database {
    constructor(path: string, options?: { timeout?: number });
    prepare(statement: string): Statement;
    exec(statements: string): this;
    pragma(words: string): unknown;
    transaction<T>(work: () => T): {
      deferred(): T;
      immediate(): T;
    };
    close(): void;
  }
  export interface Statement {
    readonly reader: boolean;
    raw(): this;
    all(...values: unknown[]): unknown[][];
    run(...values: unknown[]): unknown;
  }
}

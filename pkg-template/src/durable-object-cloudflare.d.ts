// What the package uses of a Worker's own modules. It is not shipped: whoever deploys a Worker has the full types.

declare module "cloudflare:workers" {
  export abstract class DurableObject<Env = unknown> {
    protected readonly ctx: DurableObjectState;
    protected readonly env: Env;
    constructor(ctx: DurableObjectState, env: Env);
  }
  export abstract class RpcTarget {}
}

interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  abort(reason?: string): void;
}

interface DurableObjectStorage {
  readonly sql: {
    exec(query: string, ...bindings: unknown[]): { raw(): Iterable<unknown[]> };
  };
  transactionSync<T>(work: () => T): T;
  sync(): Promise<void>;
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

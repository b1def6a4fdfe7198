// The module that scripts/contract builds.

declare module "*/contract.js" {
  export function initSync(source: { module: WebAssembly.Module }): unknown;
  export function contractChecks(): string[];
  export function contractCheck(
    name: string,
    open: (name: string) => unknown,
  ): Promise<void>;
}

// What every runtime of the product offers (browser, command line), beyond what `src/domain/platform.d.ts` tells.
declare class URLSearchParams {
  constructor(init?: string | readonly (readonly string[])[] | Iterable<[string, string]>)
  get(name: string): string | null
  set(name: string, value: string): void
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}

/** What was kept of earlier answers, by the name that later requests use. */
export type Kept = Readonly<Record<string, string>>

/** One request of a command-line client, and the answer that it needs to go on. */
export type Turn = {
  readonly says: string
  /** `METHOD path`; `{name}` stands for what an earlier answer was kept as. */
  readonly asks: string
  readonly body?: unknown
  readonly status: number
  /** Fields of the answer; absent where the body must be empty. */
  readonly answers?: unknown
  /** Keeps a field of the answer under a name: `{ schedule: 'id' }`. */
  readonly keeps?: Readonly<Record<string, string>>
}

/** Replaces `{name}` in a text, and in all texts of a value, with what was kept. */
export const filled = (value: unknown, kept: Kept): unknown => {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (all, name: string) => kept[name] ?? all)
  if (Array.isArray(value)) return value.map((each) => filled(each, kept))
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, kept)]))
}

/** The field of a value at a dotted path. */
export const fieldOf = (value: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((at, key) => Object(at)[key], value))

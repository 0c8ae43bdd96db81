import { parseJson } from '../core/exact-json.ts'
import { ExactNumber } from '../core/exact-number.ts'

/** A difference between two JSON values. `path` as in JSONPath; a value is absent where that side has none. */
export type JsonChange = {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly before?: unknown
  readonly after?: unknown
}

export type JsonDifference = {
  readonly changes: readonly JsonChange[]
  /** There are more changes than are listed. */
  readonly more: boolean
}

type Options = { readonly most?: number }

/** Changes that are listed at most. */
const MOST = 500
/** Below this depth, values are compared as a whole. */
const DEEPEST = 60
/** Elements on each side up to which an array's changed middle is aligned. */
const ALIGNED = 300
/** Members that identify the objects of an array, in order of preference. */
const IDENTITIES = ['id', 'key', 'uuid', 'name', 'code', 'slug'] as const

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** A text that is the same for equal values, whatever the order of members and the spelling of numbers. */
export const canonical = (value: unknown, depth = 0): string => {
  if (depth > DEEPEST) return safeText(value)
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(',')}]`
  if (value instanceof ExactNumber) return value.canonical()
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`).join(',')}}`
}

/** Nesting that is too deep for the engine is equal to other such nesting. */
const safeText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return 'too deep'
  }
}

const member = (path: string, name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

/**
 * Compares two JSON values by structure: members by name, whatever their order, elements of arrays by their identity (`id`, `key`, `name`
 * …) if all have one, else by the longest common subsequence.
 */
export const jsonDifference = (before: unknown, after: unknown, { most = MOST }: Options = {}): JsonDifference => {
  const changes: JsonChange[] = []
  let more = false
  const add = (change: JsonChange): void => {
    if (changes.length < most) changes.push(change)
    else more = true
  }
  const compare = (path: string, a: unknown, b: unknown, depth: number): void => {
    if (more) return
    if (depth < DEEPEST && isRecord(a) && isRecord(b)) compareMembers(path, a, b, depth)
    else if (depth < DEEPEST && Array.isArray(a) && Array.isArray(b)) compareElements(path, a, b, depth)
    else if (canonical(a, depth) !== canonical(b, depth)) add({ path, kind: 'changed', before: a, after: b })
  }
  const compareMembers = (path: string, a: Json, b: Json, depth: number): void => {
    for (const name of [...Object.keys(a), ...Object.keys(b).filter((each) => !Object.hasOwn(a, each))]) {
      const at = member(path, name)
      if (!Object.hasOwn(b, name)) add({ path: at, kind: 'removed', before: a[name] })
      else if (!Object.hasOwn(a, name)) add({ path: at, kind: 'added', after: b[name] })
      else compare(at, a[name], b[name], depth + 1)
    }
  }
  const compareElements = (path: string, a: readonly unknown[], b: readonly unknown[], depth: number): void => {
    const identity = identityOf(a, b)
    if (identity !== null) {
      compareIdentified(path, identity, a, b, depth)
      return
    }
    for (const { left, right } of alignment(a, b)) {
      if (left === null && right !== null) add({ path: `${path}[${right}]`, kind: 'added', after: b[right] })
      else if (right === null && left !== null) add({ path: `${path}[${left}]`, kind: 'removed', before: a[left] })
      else if (left !== null && right !== null) compare(`${path}[${right}]`, a[left], b[right], depth + 1)
    }
  }
  const compareIdentified = (
    path: string,
    identity: string,
    a: readonly unknown[],
    b: readonly unknown[],
    depth: number,
  ): void => {
    const idOf = (each: unknown): string => canonical(isRecord(each) ? each[identity] : null)
    const there = new Map(b.map((each) => [idOf(each), each]))
    const here = new Map(a.map((each) => [idOf(each), each]))
    const at = (id: string): string => `${path}[?(@.${identity}==${id})]`
    for (const [id, each] of here) {
      if (there.has(id)) compare(at(id), each, there.get(id), depth + 1)
      else add({ path: at(id), kind: 'removed', before: each })
    }
    for (const [id, each] of there) if (!here.has(id)) add({ path: at(id), kind: 'added', after: each })
    const common = [...here.keys()].filter((id) => there.has(id))
    const order = [...there.keys()].filter((id) => here.has(id))
    if (common.some((id, index) => id !== order[index]))
      add({ path, kind: 'moved', before: common.map(parsed), after: order.map(parsed) })
  }
  compare('$', before, after, 0)
  return { changes, more }
}

const parsed = (text: string): unknown => parseJson(text)

const isIdentity = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber

/** The member that tells all elements of both arrays apart; null if there is none. */
const identityOf = (a: readonly unknown[], b: readonly unknown[]): string | null => {
  const both = [a, b].filter(({ length }) => length > 0)
  if (both.length === 0) return null
  const identifies = (name: string): boolean =>
    both.every((elements) => {
      const ids = elements.flatMap((each) => (isRecord(each) && isIdentity(each[name]) ? [canonical(each[name])] : []))
      return ids.length === elements.length && new Set(ids).size === ids.length
    })
  return IDENTITIES.find(identifies) ?? null
}

type Pair = { readonly left: number | null; readonly right: number | null }

/** Pairs the elements of two arrays, in order: equal ones first, then those that stand at the same place between equal ones. */
const alignment = (a: readonly unknown[], b: readonly unknown[]): readonly Pair[] => {
  const [left, right] = [a.map((each) => canonical(each)), b.map((each) => canonical(each))]
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start++
  let end = 0
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const [ends, rightEnds] = [left.length - end, right.length - end]
  const isLong = ends - start > ALIGNED || rightEnds - start > ALIGNED
  const common = isLong ? [] : commonPairs(left.slice(start, ends), right.slice(start, rightEnds))
  const pairs: Pair[] = []
  let [i, j] = [start, start]
  for (const [atLeft, atRight] of [
    ...common.map(([x, y]) => [x + start, y + start] as const),
    [ends, rightEnds] as const,
  ]) {
    while (i < atLeft || j < atRight) pairs.push({ left: i < atLeft ? i++ : null, right: j < atRight ? j++ : null })
    i = atLeft + 1
    j = atRight + 1
  }
  return pairs
}

/** Positions of a longest common subsequence. */
export const commonPairs = (a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] => {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}

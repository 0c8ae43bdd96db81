import { parseJson } from '../core/exact-json.ts'
import { type JsonChange, jsonDifference } from './json-difference.ts'
import { type LineChange, textDifference } from './text-difference.ts'

/** A response body as a result keeps it. */
export type KeptBody = {
  readonly body: string | null
  readonly body_encoding: 'text' | 'base64'
  /** Whether the body is longer than the part that is kept. */
  readonly truncated: boolean
}

export type BodyDifference =
  | { readonly kind: 'same' }
  | { readonly kind: 'json'; readonly changes: readonly JsonChange[]; readonly more: boolean }
  /** `isPart`: only the beginnings of the bodies were compared. */
  | { readonly kind: 'text'; readonly changes: readonly LineChange[]; readonly isPart: boolean }
  | { readonly kind: 'bytes' }

const EMPTY: KeptBody = { body: '', body_encoding: 'text', truncated: false }

/** Compares two bodies: JSON by structure, other text by lines; bytes are equal or not. */
export const bodyDifference = (before: KeptBody = EMPTY, after: KeptBody = EMPTY): BodyDifference => {
  const [a, b] = [before.body ?? '', after.body ?? '']
  const isPart = before.truncated || after.truncated
  if (before.body_encoding === 'base64' || after.body_encoding === 'base64')
    return a === b && before.body_encoding === after.body_encoding && !isPart ? { kind: 'same' } : { kind: 'bytes' }
  if (a === b && !isPart) return { kind: 'same' }
  const [left, right] = isPart ? [undefined, undefined] : [jsonIn(a), jsonIn(b)]
  if (left && right) {
    const { changes, more } = jsonDifference(left.value, right.value)
    return changes.length === 0 ? { kind: 'same' } : { kind: 'json', changes, more }
  }
  return { kind: 'text', changes: textDifference(a, b), isPart }
}

const jsonIn = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: parseJson(text) }
  } catch {
    return undefined
  }
}

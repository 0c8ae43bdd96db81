import { isList, isRecord, type Json, type Value } from './values.ts'

/** Names of members and indexes of items, from the outermost on. */
export type ChildPath = readonly (string | number)[]

// Sticky, so that the parser reads each character once.
const STEP =
  /\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\.(\d+)(?![\p{L}_$-])|\[\s*(-?\d{1,15})\s*\]|\[\s*'([^'\\]*)'\s*\]|\[\s*"([^"\\]*)"\s*\]/uy

/**
 * Parses a path that leads to at most one value: `$.order.items[0].id`, `order.items[-1]`, `['a b']`. Null for every other text; a
 * complete parser decides whether that is a JSON path.
 */
export const childPath = (text: string): ChildPath | null => {
  const path: (string | number)[] = []
  let at = text.startsWith('$') ? 1 : 0
  const isDotted = at === 0
  while (at < text.length) {
    STEP.lastIndex = at
    const match = STEP.exec(text)
    if (!match) return null
    const [whole, name, position, index, quoted, doubled] = match
    // Only the first step of a path without `$` has no dot before its name.
    const needsDot = name !== undefined && !(isDotted && at === 0)
    if (needsDot !== (name !== undefined && whole.startsWith('.'))) return null
    path.push(
      index !== undefined
        ? Number(index)
        : position !== undefined
          ? Number(position)
          : (name ?? quoted ?? doubled ?? ''),
    )
    at += whole.length
  }
  return isDotted && path.length === 0 ? null : path
}

const itemAt = (list: readonly Json[], index: number): Value => list[index < 0 ? list.length + index : index]

/** Follows a path: undefined if a step leads nowhere. */
export const followPath = (path: ChildPath, document: Json): Value => {
  let value: Value = document
  for (const step of path) {
    if (typeof step === 'number')
      value = isList(value) ? itemAt(value, step) : isRecord(value) ? member(value, String(step)) : undefined
    else value = isRecord(value) ? member(value, step) : undefined
    if (value === undefined) return undefined
  }
  return value
}

const member = (record: { readonly [name: string]: Json }, name: string): Value =>
  Object.hasOwn(record, name) ? record[name] : undefined

import { compareNumbers } from '../core/decimals.ts'
import { ExactNumber } from '../core/exact-number.ts'
import { isList, isRecord, type Json } from './values.ts'

/** The double after a positive or negative one, or before it (`step` 1 or -1): the bits of IEEE 754 have the order of the magnitudes. */
const neighbour = (double: number, step: 1 | -1): number => {
  if (double === 0) return step * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, double)
  view.setBigInt64(0, view.getBigInt64(0) + (double > 0 === step > 0 ? 1n : -1n))
  return view.getFloat64(0)
}

/** The nearest finite double, which is 0 for zero alone. */
const nearest = (text: string): number => {
  const double = Number(text)
  if (!Number.isFinite(double)) return Math.sign(double) * Number.MAX_VALUE
  return double === 0 && /^[^e]*[1-9]/i.test(text) ? (text.startsWith('-') ? -1 : 1) * Number.MIN_VALUE : double
}

const collect = (value: Json, into: Map<string, number>): void => {
  if (typeof value === 'number' || value instanceof ExactNumber) into.set(String(value), nearest(String(value)))
  else if (isList(value)) for (const item of value) collect(item, into)
  else if (isRecord(value)) for (const item of Object.values(value)) collect(item, into)
}

/** Doubles for the numbers of some JSON values. */
export type DistinctDoubles = {
  /** The value with a double for each of its numbers. */
  readonly replaced: (value: Json) => Json
  /** A message with the numbers that its doubles stand for. */
  readonly restored: (message: string | null) => string | null
}

/**
 * Chooses doubles that are equal, and in order, exactly as the numbers of the values are. Each is the nearest one, or a close neighbour
 * where several numbers share it. Numbers within 2^53 stay as they are, because a neighbour of an integer there is no integer.
 */
export const distinctDoubles = (values: readonly Json[]): DistinctDoubles => {
  const found = new Map<string, number>()
  for (const value of values) collect(value, found)
  const sorted = [...found].sort(([a, left], [b, right]) => compareNumbers(a, Number(a), b, Number(b)) || left - right)
  const chosen = sorted.map(([, double]) => double)
  const mayMove = (at: number): boolean => {
    const [text = '', double = 0] = sorted[at] ?? []
    return Math.abs(double) > Number.MAX_SAFE_INTEGER || String(double) !== text
  }
  const isEqual = (at: number): boolean => {
    const [[a = ''] = [], [b = ''] = []] = [sorted[at - 1], sorted[at]]
    return compareNumbers(a, Number(a), b, Number(b)) === 0
  }
  for (let at = 1; at < chosen.length; at++) {
    const [before = 0, double = 0] = [chosen[at - 1], chosen[at]]
    if (isEqual(at)) chosen[at] = before
    else if (mayMove(at) && double <= before) chosen[at] = neighbour(before, 1)
  }
  for (let at = chosen.length - 2, most = Number.MAX_VALUE; at >= -1; at--) {
    const [double = 0, after = 0] = [chosen[at + 1], chosen[at + 2]]
    if (at + 2 < chosen.length) most = isEqual(at + 2) ? after : neighbour(after, -1)
    if (mayMove(at + 1) && double > most) chosen[at + 1] = most
  }
  const doubles = new Map(sorted.map(([text], at) => [text, chosen[at] ?? 0]))
  const texts = new Map(sorted.map(([text], at) => [String(chosen[at] ?? 0), text]))
  const replaced = (value: Json): Json => {
    if (typeof value === 'number' || value instanceof ExactNumber) return doubles.get(String(value)) ?? 0
    if (isList(value)) return value.map(replaced)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item)]))
      : value
  }
  const restored: DistinctDoubles['restored'] = (message) =>
    message?.replace(/-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g, (number) => texts.get(number) ?? number) ?? null
  return { replaced, restored }
}

import { expect, test } from 'vitest'
import { parseInPieces } from '../../../src/server/http/json-pieces.ts'
import { JsonScan } from '../../../src/server/http/json-scan.ts'

/** Reproducible random numbers. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const TEXTS = ['', 'a', '"', '\\', '\\"', '[', '],', '{"a":1}', 'ä😀', '\u0001', '\\\\"']

const anyValue = (chance: () => number, depth: number): unknown => {
  const kind = chance()
  const many = Math.floor(chance() * 4)
  if (depth > 0 && kind < 0.3) return Array.from({ length: many }, () => anyValue(chance, depth - 1))
  if (depth > 0 && kind < 0.6)
    return Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, anyValue(chance, depth - 1)]))
  if (kind < 0.9) return TEXTS[Math.floor(chance() * TEXTS.length)]
  return kind < 0.95 ? null : chance() * 1e6
}

/** Returns the parsed value or that it is invalid. `pieces` is how the text arrives. */
const plainly = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}
const inPieces = async (bytes: Buffer, chance: () => number): Promise<unknown> => {
  const scan = new JsonScan()
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + Math.floor(chance() * 9)
    if (scan.read(bytes.subarray(at, next))) return 'no JSON'
    at = next
  }
  if (scan.longestList === null) return undefined
  return parseInPieces(bytes, scan.longestList, Math.floor(chance() * 40)).catch(() => 'no JSON')
}

test('parsing in pieces equals JSON.parse, also for texts with a missing or extra character', async () => {
  const chance = randomOf(7)
  let read = 0
  for (let round = 0; round < 1_500; round++) {
    const items = Array.from({ length: 2 + Math.floor(chance() * 5) }, () => anyValue(chance, 3))
    const whole = JSON.stringify({ a: anyValue(chance, 2), list: items, z: anyValue(chance, 2) }, null, round % 3)
    const at = Math.floor(chance() * whole.length)
    const letter = '[]{},:"\\ 0'[Math.floor(chance() * 10)]
    for (const text of [
      whole,
      whole.slice(0, at) + whole.slice(at + 1),
      whole.slice(0, at) + letter + whole.slice(at),
    ]) {
      // Half a character is no text that could arrive.
      const bytes = Buffer.from(text)
      const got = await inPieces(bytes, chance)
      if (got === undefined) continue
      read++
      expect(got, text).toEqual(plainly(bytes.toString('utf8')))
    }
  }
  expect(read).toBeGreaterThan(2_000)
})

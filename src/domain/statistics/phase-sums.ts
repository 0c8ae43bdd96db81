import { encodeSketch, type Sketch } from '../core/sketch.ts'
import { MEASURES } from './measures.ts'

/** The phases of results, without the total, in the order in which they are stored. */
export const PHASES = MEASURES.slice(1)

/** Layout: a version, then for each phase its sum (double, little endian), the length of its sketch (varint) and the sketch. */
const VERSION = 1
const SUM_BYTES = 8

/** One phase of the results of a period: the sum of its milliseconds, and its encoded sketch. */
export type PhaseSum = { readonly sum: number; readonly sketch: Uint8Array }

/** Encodes the phases of a period. */
export const encodePhases = (phases: readonly { readonly sum: number; readonly sketch: Sketch }[]): Uint8Array => {
  const parts: Uint8Array[] = [Uint8Array.of(VERSION)]
  for (const { sum, sketch } of phases) {
    const bytes = encodeSketch(sketch)
    const head = new Uint8Array(SUM_BYTES)
    new DataView(head.buffer).setFloat64(0, sum, true)
    const length: number[] = []
    for (let rest = bytes.length; ; rest >>= 7) {
      length.push(rest < 128 ? rest : (rest & 127) | 128)
      if (rest < 128) break
    }
    parts.push(head, Uint8Array.from(length), bytes)
  }
  return joined(parts)
}

/**
 * Divides the stored phases of a period, without decoding their sketches.
 * @throws Error for bytes that `encodePhases` did not write.
 */
export const dividePhases = (bytes: Uint8Array): PhaseSum[] => {
  const phases: PhaseSum[] = []
  eachPhase(bytes, ALL, (_, sum, from, to) => phases.push({ sum, sketch: bytes.subarray(from, to) }))
  return phases
}

const ALL = PHASES.map((_, index) => index)

/**
 * Passes the sum of each wanted phase, and where its sketch is within the bytes, to `pass`. `wanted`: places in `PHASES`, in ascending
 * order. A chart of one phase of 200 monitors reads thousands of periods, of whose other phases nothing is made.
 * @throws Error for bytes that `encodePhases` did not write.
 */
export const eachPhase = (
  bytes: Uint8Array,
  wanted: readonly number[],
  pass: (index: number, sum: number, from: number, to: number) => void,
): void => {
  if (bytes[0] !== VERSION) throw new Error('These bytes are not phases')
  let at = 1
  let next = 0
  for (let index = 0; index < PHASES.length && next < wanted.length; index++) {
    const sumAt = at
    at += SUM_BYTES
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('These bytes are not phases')
      length |= (byte & 127) << shift
      if (byte < 128) break
    }
    if (wanted[next] === index) {
      next++
      const sum = new DataView(bytes.buffer, bytes.byteOffset + sumAt, SUM_BYTES).getFloat64(0, true)
      pass(index, sum, at, at + length)
    }
    at += length
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

import { costMs, type Reader, shapesOf } from '../support/reader.ts'
import { READERS } from '../support/readers.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'

const TRIES = 5
const FREEZE_MS = 200
/** Anything less is noise. */
const MEASURABLE_MS = 2
/** Linear parsers take twice the time for twice the text; quadratic ones four times. */
const MOST_RATIO = '<= 3.3'

const least = async (reader: Reader, text: string): Promise<number> => {
  let ms = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries++) ms = Math.min(ms, await costMs(reader, text))
  return ms
}

/** Measures each parser's slowest text at its maximum length, and the growth of the last three doublings. */
export const readersBench = async ({ say }: Pick<BenchOptions, 'say'>): Promise<Row[]> => {
  const rows: Row[] = []
  for (const reader of READERS) {
    say(`  ${reader.name}`)
    let slowest = { ms: 0, make: (length: number) => 'a'.repeat(length) }
    for (const { make } of shapesOf(reader)) {
      // Short texts first: they already show which one is slow.
      const ms = await costMs(reader, make(reader.most >> 4))
      if (ms > slowest.ms) slowest = { ms, make }
    }
    const eighth = await least(reader, slowest.make(reader.most >> 3))
    const whole = await least(reader, slowest.make(reader.most))
    rows.push({
      figure: `${reader.name}, ${reader.most} characters`,
      value: whole,
      unit: 'ms',
      target: `< ${FREEZE_MS}`,
    })
    const isMeasurable = eighth >= MEASURABLE_MS
    rows.push({
      figure: `${reader.name}: twice the text`,
      value: isMeasurable ? Math.cbrt(whole / eighth) : 1,
      unit: isMeasurable ? 'times as long' : 'times as long (too short to tell)',
      target: MOST_RATIO,
    })
  }
  return rows
}

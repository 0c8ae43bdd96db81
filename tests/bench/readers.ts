import { costMs, type Reader, shapesOf } from '../support/reader.ts'
import { READERS } from '../support/readers.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'

const TRIES = 5
const FREEZE_MS = 200
/** Less cannot be told from the noise of the machine. */
const MEASURABLE_MS = 2
/** Twice the text takes twice the time; what looks at each pair of characters takes four times as long. */
const MOST_RATIO = '<= 3.3'

const least = async (reader: Reader, text: string): Promise<number> => {
  let ms = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries++) ms = Math.min(ms, await costMs(reader, text))
  return ms
}

/** What the slowest text of each reader costs at its greatest length, and how much more each doubling costs on the way there (three of them). */
export const readersBench = async ({ say }: Pick<BenchOptions, 'say'>): Promise<Row[]> => {
  const rows: Row[] = []
  for (const reader of READERS) {
    say(`  ${reader.name}`)
    let slowest = { ms: 0, make: (length: number) => 'a'.repeat(length) }
    for (const { make } of shapesOf(reader)) {
      // Short first: which text is slow shows there, without waiting for each of them in full.
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

import { describe, expect, test } from 'vitest'
import { examples } from '../../../machines/examples/examples.ts'
import { type Effort, fuzz, wordsOf } from './fuzz.ts'
import { rows } from './general.ts'

const numberIn = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** The same walks each time; `SONDE_FUZZ_SEED=random` and more walks or steps search further. */
const effort: Effort = {
  seed: process.env.SONDE_FUZZ_SEED === 'random' ? Date.now() : numberIn('SONDE_FUZZ_SEED', 17),
  walks: numberIn('SONDE_FUZZ_WALKS', 40),
  steps: numberIn('SONDE_FUZZ_STEPS', 40),
}

test('every chart has its row of invariants', () => {
  expect(Object.keys(rows).sort()).toEqual(Object.keys(examples).sort())
})

describe.each(Object.entries(examples))('The chart %s', (id, tried) => {
  test('keeps its invariants, whatever happens in whatever order', () => {
    const row = rows[id]
    if (!row) throw new Error(`${id} has no row.`)
    for (const example of tried) {
      const broken = fuzz(example, row, effort)
      if (broken) expect.fail(wordsOf(broken, example.machine, effort))
    }
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bandOf, bandProblems, USUAL_BANDS } from '../../../src/domain/core/score-bands.ts'
import { projectScore } from '../../../src/domain/insights/band.ts'
import {
  conformanceFactor,
  driftFactor,
  gainOf,
  type ScoreInputs,
  type SubScoreName,
  scoreOf,
  subScoresOf,
  tailFactor,
  WEIGHTS,
} from '../../../src/domain/insights/formula.ts'
import { SCORE_EXAMPLES } from './score-examples.ts'

const inputsOf = ([f = 0, o = 0, c = 0, r = 0, t = 0, g = 0, ms = 0]: readonly number[]): ScoreInputs => ({
  failRate: f,
  outlierRate: o,
  steadyHours: c,
  drift: driftFactor(r * 100, 100),
  tail: tailFactor(100, t * 100),
  gap: g,
  medianMs: ms,
})

/** The formula written a second time, as a plain product of powers. */
const independent = ([f = 0, o = 0, c = 0, r = 0, t = 0, g = 0, ms = 0]: readonly number[]): number => {
  const clamp = (x: number) => Math.min(1, Math.max(0.01, x))
  const a = 1 - Math.log(1 + 1000 * f) / Math.log(1001)
  if (f === 1) return 0
  const product =
    Math.sqrt(a) *
    clamp(1 - Math.log(1 + 200 * o) / Math.log(201)) ** 0.15 *
    clamp(c) ** 0.1 *
    clamp((1.05 / r) ** 2) ** 0.08 *
    clamp(1.5 / t) ** 0.08 *
    clamp(1 - 2 * g) ** 0.05 *
    clamp((450 / ms) ** 0.5) ** 0.04
  return Math.floor(9.99 * product * 100 + 1e-7) / 100
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const someInputs: fc.Arbitrary<ScoreInputs> = fc.record({
  failRate: share,
  outlierRate: share,
  steadyHours: share,
  drift: share,
  tail: share,
  gap: share,
  medianMs: fc.oneof(fc.constant(null), fc.double({ min: 0.1, max: 120_000, noNaN: true })),
})

const score = (inputs: ScoreInputs): number => scoreOf(subScoresOf(inputs))

describe('The score', () => {
  test.each(SCORE_EXAMPLES)('of the example “$name” is as computed by hand', (one) => {
    const figures = [one.f, one.o, one.c, one.r, one.tail, one.gap, one.medianMs]
    expect(score(inputsOf(figures))).toBe(one.score)
    expect(independent(figures)).toBe(one.score)
  })

  test('agrees with the formula written a second time', () => {
    const figures = fc.tuple(
      share,
      share,
      share,
      fc.double({ min: 0.2, max: 20, noNaN: true }),
      fc.double({ min: 1, max: 50, noNaN: true }),
      share,
      fc.double({ min: 1, max: 60_000, noNaN: true }),
    )
    fc.assert(
      fc.property(figures, (one) => {
        expect(Math.abs(score(inputsOf(one)) - independent(one))).toBeLessThan(0.011)
      }),
    )
  })

  test('never rises when an input gets worse', () => {
    const worse: { readonly [Name in keyof ScoreInputs]: (a: number, b: number) => number } = {
      failRate: Math.max,
      outlierRate: Math.max,
      steadyHours: Math.min,
      drift: Math.min,
      tail: Math.min,
      gap: Math.max,
      medianMs: Math.max,
    }
    const names = Object.keys(worse) as (keyof ScoreInputs)[]
    fc.assert(
      fc.property(someInputs, someInputs, fc.constantFrom(...names), (inputs, other, name) => {
        const value = worse[name](inputs[name] ?? 0, other[name] ?? 0)
        expect(score({ ...inputs, [name]: value })).toBeLessThanOrEqual(score(inputs))
      }),
    )
  })

  test('is from 0 to 9.99 with two decimals, 0 only for a dead API, and 9.99 only where nothing costs anything', () => {
    fc.assert(
      fc.property(someInputs, (inputs) => {
        const found = score(inputs)
        expect(found).toBeGreaterThanOrEqual(0)
        expect(found).toBeLessThanOrEqual(9.99)
        expect(Math.abs(found * 100 - Math.round(found * 100))).toBeLessThan(1e-9)
        expect(score({ ...inputs, failRate: 1 })).toBe(0)
      }),
    )
    expect(score(inputsOf([0, 0, 1, 1, 1, 0, 200]))).toBe(9.99)
  })

  test('a perfect sub-score cannot hide a bad pass rate', () => {
    const best = { outlierRate: 0, steadyHours: 1, drift: 1, tail: 1, gap: 0, medianMs: 100 }
    expect(score({ ...best, failRate: 0.05 })).toBeLessThan(8)
    expect(score({ ...best, failRate: 0.2 })).toBeLessThan(6)
  })

  test('weights add up to one, and only the pass rate can make it 0', () => {
    expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
    const worst = { failRate: 0, outlierRate: 1, steadyHours: 0, drift: 0, tail: 0, gap: 1, medianMs: 1e9 }
    expect(score(worst)).toBe(0.99)
  })

  test('the gain of a sub-score is never negative, and 0 where it is perfect', () => {
    fc.assert(
      fc.property(someInputs, fc.constantFrom(...(Object.keys(WEIGHTS) as SubScoreName[])), (inputs, name) => {
        const subScores = subScoresOf(inputs)
        expect(gainOf(name, subScores)).toBeGreaterThanOrEqual(0)
        if (subScores[name] === 1) expect(gainOf(name, subScores)).toBe(0)
      }),
    )
  })

  test('conformance takes a fifth at most', () => {
    expect(conformanceFactor({ high: 0, medium: 0 })).toBe(1)
    expect(conformanceFactor({ high: 3, medium: 2 })).toBeCloseTo(0.93, 12)
    expect(conformanceFactor({ high: 100, medium: 0 })).toBe(0.8)
    const subScores = subScoresOf(inputsOf([0, 0, 1, 1, 1, 0, 200]))
    expect(scoreOf(subScores, 0.8)).toBe(7.99)
  })
})

test('bands begin at 8 and at 6', () => {
  expect([8, 7.99, 6, 5.99, 0, null].map((score) => bandOf(score, USUAL_BANDS))).toEqual([
    'green',
    'amber',
    'amber',
    'red',
    'red',
    null,
  ])
})

test('the score of a project weighs monitors by the square root of their runs', () => {
  expect(
    projectScore([
      { score: 9, count: 100 },
      { score: 6, count: 400 },
      { score: null, count: 40 },
    ]),
  ).toBe(7)
  expect(projectScore([{ score: null, count: 40 }])).toBeNull()
  expect(projectScore([{ score: 8.29, count: 3 }])).toBe(8.29)
})

test('a project’s bands move with its settings, and an amber band that is empty or upside down is refused', () => {
  const strict = { warning: 8, good: 9.5 }
  expect([9.5, 9.49, 8, 7.99].map((score) => bandOf(score, strict))).toEqual(['green', 'amber', 'amber', 'red'])
  const fieldsOf = (warning: number, good: number) => bandProblems({ warning, good }).map(({ field }) => field)
  expect(fieldsOf(6, 8)).toEqual([])
  expect(fieldsOf(0.01, 10)).toEqual([])
  expect(fieldsOf(8, 8)).toEqual(['score_bands.warning'])
  expect(fieldsOf(0, 8)).toEqual(['score_bands.warning'])
  expect(fieldsOf(6, 10.1)).toEqual(['score_bands.good'])
  expect(fieldsOf(Number.NaN, 8)).toEqual(['score_bands.warning'])
  expect(fieldsOf(6, Number.NaN)).toEqual(['score_bands.good'])
})

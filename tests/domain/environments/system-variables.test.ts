import { describe, expect, test } from 'vitest'
import {
  type Chance,
  computedVariables,
  isSystemVariable,
  SYSTEM_VARIABLES,
} from '../../../src/domain/environments/system-variables.ts'

/** Chance of a test: the same seed gives the same numbers. */
const chanceOf = (seed: number): Chance => {
  let state = seed
  return {
    nowMs: Date.UTC(2026, 0, 5, 10, 0, 0, 123),
    random: () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    },
  }
}

const names = Object.keys(SYSTEM_VARIABLES)
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed * 7_919 + 1)

const passesLuhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0) %
    10 ===
  0

const FORMS: Readonly<Record<string, RegExp>> = {
  DATETIME: /^2026-01-05T10:00:00\.123Z$/,
  DATE: /^2026-01-05$/,
  TIME: /^10:00:00\.123$/,
  UNIXTIME: /^1767607200$/,
  UNIXTIME_MS: /^1767607200123$/,
  CREDITCARD: /^[45]\d{15}$/,
  VISACARD: /^4\d{15}$/,
  MASTERCARD: /^5[1-5]\d{14}$/,
  AMEXCARD: /^3[47]\d{13}$/,
  RANDCARD: /^(?:4\d{15}|5[1-5]\d{14}|3[47]\d{13})$/,
  RANDOM_INT: /^\d{1,10}$/,
  RANDOM_FLOAT: /^(?:0\.\d{6}|1\.000000)$/,
  RANDOM_STRING: /^[A-Za-z0-9]{16}$/,
  UUID: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  NONCE: /^[0-9a-f]{32}$/,
  LATITUDE: /^-?\d{1,2}\.\d{6}$/,
  LONGITUDE: /^-?\d{1,3}\.\d{6}$/,
}

test('each variable of the moment and of chance has its form, whatever the chance, and so has its example', () => {
  const computed = names.filter((name) => Object.hasOwn(computedVariables([name], chanceOf(1)), name))
  expect(computed.sort()).toEqual(Object.keys(FORMS).sort())
  for (const seed of SEEDS)
    for (const [name, value] of Object.entries(computedVariables(names, chanceOf(seed)))) {
      expect([name, value]).toEqual([name, expect.stringMatching(FORMS[name] ?? /^$/)])
      if (name.endsWith('CARD')) expect([name, passesLuhn(value)]).toEqual([name, true])
      if (name === 'LATITUDE') expect(Math.abs(Number(value))).toBeLessThanOrEqual(90)
      if (name === 'LONGITUDE') expect(Math.abs(Number(value))).toBeLessThanOrEqual(180)
    }
  for (const [name, { example }] of Object.entries(SYSTEM_VARIABLES))
    if (name.endsWith('CARD')) expect([name, passesLuhn(example)]).toEqual([name, true])
})

test('the same moment and chance give the same values, another chance others', () => {
  const of = (seed: number) => computedVariables(['UUID', 'NONCE', 'RANDOM_STRING'], chanceOf(seed))
  expect(of(5)).toEqual(of(5))
  expect(of(5).UUID).not.toBe(of(6).UUID)
})

describe('a variable is computed', () => {
  test('only if it is asked for, and only if it is a system variable', () => {
    expect(computedVariables(['TOKEN', 'CALL_ID'], chanceOf(1))).toEqual({})
    expect(isSystemVariable('CALL_ID')).toBe(true)
    expect(isSystemVariable('constructor')).toBe(false)
  })
})

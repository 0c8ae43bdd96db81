import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { shownProblem } from '../../../src/commands/core/line/reading.ts'
import { OPERATORS } from '../../../src/domain/conditions/operators.ts'
import { SOURCES } from '../../../src/domain/conditions/sources.ts'
import { exampleWorld, TAX } from '../world.ts'

const { world } = exampleWorld()
const read = (line: string) => readLine(`add condition ${TAX} ${line}`, world)

describe('a condition is written in the words that the screens show', () => {
  test.each(Object.entries(SOURCES).map(([value, { words }]) => [words, value] as const))('%s', (words, source) => {
    expect(read(`"${words}" eq`).args.source).toBe(source)
  })
  test.each(Object.entries(OPERATORS).map(([value, { words }]) => [words, value] as const))(
    '%s',
    (words, condition) => {
      expect(read(`http_code "${words}"`).args.condition).toBe(condition)
      expect(read(`http_code ${words.replaceAll(' ', '-')}`).args.condition).toBe(condition)
    },
  )
  test.each([
    ['status = --val 200', 'http_code', 'eq'],
    ['status is --val 200', 'http_code', 'eq'],
    ['status != --val 200', 'http_code', 'ne'],
    ['time > --val 500', 'latency', 'gt'],
    ['time <= --val 500', 'latency', 'le'],
    ['Status-Code Equals --val 200', 'http_code', 'eq'],
  ])('%s', (line, source, condition) => {
    const reading = read(line)
    expect([shownProblem(reading)?.sentence ?? null, reading.args]).toMatchObject([null, { source, condition }])
  })
  test('a slip in one of them is mended to its value', () => {
    expect(shownProblem(read('statuss-code eq --val 200'))?.instead).toEqual(['http_code'])
    expect(shownProblem(read('http_code eqals --val 200'))?.instead).toEqual(['eq'])
  })
})

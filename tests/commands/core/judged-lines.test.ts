import { expect, test } from 'vitest'
import { judgedLines } from '../../../src/commands/core/line/judged-lines.ts'
import { exampleWorld } from '../world.ts'

const { world } = exampleWorld()
const judged = (lines: readonly string[], done = 0) => judgedLines(lines, done, world)
const ready = { problem: null, after: null }
const refused = (sentence: string) => ({ problem: expect.stringContaining(sentence), after: null })
const after = (line: number) => ({ problem: null, after: line })

test('a pasted line that names what an earlier one creates is judged when it is its turn', () => {
  expect(
    judged([
      'create monitor Basket https://basket.example/',
      'create schedule Hourly --frequency 1h --targets basket',
      'run monitor basket',
      'pause schedule Hourly',
      'run monitor bsket',
    ]),
  ).toEqual([ready, after(1), after(1), after(2), refused('bsket')])
})

test('so is one that names what an earlier one renames, and what is made of that', () => {
  expect(
    judged([
      'rename monitor tax-lookup-soap Duties',
      'run monitor duties',
      'rename monitor duties Taxes',
      'run monitor taxes',
    ]),
  ).toEqual([ready, after(1), after(1), after(3)])
})

test('a line before the one that creates its object is refused, and so is one after a line that does not run', () => {
  expect(judged(['run monitor basket', 'create monitor Basket https://basket.example/'])).toEqual([
    refused('basket'),
    ready,
  ])
  expect(judged(['create monitor Basket https://basket.example/ --nope', 'run monitor basket'])).toEqual([
    refused('nope'),
    refused('basket'),
  ])
})

test('a line that lacks something lacks it after another one, too', () => {
  expect(judged(['create monitor Basket https://basket.example/', 'snooze-until webhook basket'])[1]).toMatchObject({
    after: null,
    problem: expect.any(String),
  })
})

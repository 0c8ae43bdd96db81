import { expect, test } from 'vitest'
import { askingWords } from '../../../src/cli/argument-words.ts'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { readCommands } from '../../../src/commands/headless/reads.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'
import { openTestTerminal } from './test-terminal.ts'

test('a flag of a list that names an object is called by its noun', () => {
  const byId = readCommands.flatMap((command) =>
    argumentsOf(command)
      .filter(({ kind, flag }) => kind !== null && flag.endsWith('-id'))
      .map(({ flag }) => `${command.words} ${flag}`),
  )
  expect(byId).toEqual([])
})

test('the flags of a command are different from each other', () => {
  const double = readCommands.filter((command) => {
    const flags = argumentsOf(command).flatMap((argument) => argument.flags)
    return new Set(flags).size < flags.length
  })
  expect(double.map(({ words }) => words)).toEqual([])
})

test.each(['--monitor', '--call-id'])('results are listed of a monitor by %s', (flag) => {
  const { args, problems } = readLine(`list results ${flag} ${CHECKOUT}`, exampleWorld().world, headlessCommands)
  expect(problems).toEqual([])
  expect(args).toEqual({ call_id: CHECKOUT })
})

test('every argument of a command that reads has words in its help', () => {
  const wordless = readCommands.flatMap((command) =>
    argumentsOf(command).flatMap((argument) =>
      askingWords(argument) === argument.flag ? [`${command.words} ${argument.flag}`] : [],
    ),
  )
  expect(wordless).toEqual([])
})

test('the place in a list is no flag: its pages are read one after the other', () => {
  const places = readCommands.flatMap((command) =>
    argumentsOf(command).flatMap(({ key }) =>
      ['cursor', 'direction'].includes(key) ? [`${command.words} ${key}`] : [],
    ),
  )
  expect(places).toEqual([])
})

test('the direction of a page is refused, with the flags that choose rows', async () => {
  const { code, err } = await openTestTerminal()('list', 'results', '--direction', 'newer', '--time', '2026-01-05')
  expect([code, err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining('--from and --time choose the rows')])
})

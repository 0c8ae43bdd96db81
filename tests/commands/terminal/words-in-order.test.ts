import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { takeFlags } from '../../../src/cli/flags.ts'
import { unknownCommand } from '../../../src/cli/unknown-command.ts'
import { wordsInOrder } from '../../../src/cli/words-in-order.ts'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { openTestTerminal } from './test-terminal.ts'

const inOrder = (line: string): string => wordsInOrder(line.split(' ')).join(' ')

test.each([
  ['list --limit 1 monitors', 'list monitors --limit 1'],
  ['list --limit=1 monitors --search x', 'list monitors --limit=1 --search x'],
  ['list --search monitors monitors', 'list monitors --search monitors'],
  ['list --all results', 'list results --all=true'],
  ['list --all false results', 'list results --all false'],
  ['--limit 1 list monitors', 'list monitors --limit 1'],
  ['list --tag a -o json --limit 1 monitors', '-o json list monitors --tag a --limit 1'],
  ['run --wait monitor checkout', '--wait run monitor checkout'],
  ['run -p shop monitor checkout', '-p shop run monitor checkout'],
  ['-o json list monitors', '-o json list monitors'],
  ['LIST --limit 1 Monitors', 'LIST Monitors --limit 1'],
  ['--category FAIL watch checkout', 'watch --category FAIL checkout'],
  ['delete --confirm x monitor checkout', 'delete monitor --confirm x checkout'],
  // The own flag of a command goes first once the command has begun.
  ['switch --project x project', 'switch project --project x'],
  ['--project x switch project', '--project x switch project'],
])('%s is %s', (typed, meant) => {
  expect(inOrder(typed)).toBe(meant)
})

test.each([
  'list monitors --limit 1',
  'watch checkout --category FAIL',
  'list -- --limit monitors',
  'frobnicate --x y',
])('%s stays as it is', (line) => {
  expect(inOrder(line)).toBe(line)
})

test('every flag of a command may stand between its words', () => {
  const faults = headlessCommands.flatMap((command) => {
    const [verb = '', ...nouns] = command.words.split(' ')
    if (nouns.length === 0) return []
    return argumentsOf(command).flatMap(({ flag }) => {
      const { words, flags } = takeFlags(wordsInOrder([verb, `${flag}=true`, ...nouns]))
      const line = [...words, ...Object.keys(flags)].join(' ')
      return line === `${command.words} ${flag}=true` ? [] : [line]
    })
  })
  expect(faults).toEqual([])
})

test.each([
  ['list --limt 1 monitors', '“list monitors” has no --limt. Did you mean --limit?'],
  ['list --wait monitors', '--wait has no effect on “list monitors”'],
  ['run --limit 1 monitor checkout', '“run monitor” has no --limit'],
])('%s is refused by the name of the flag', async (line, sentence) => {
  const { code, err } = await openTestTerminal()(...line.split(' '))
  expect([code, err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining(sentence)])
})

test('the value of a flag is no word of an unknown command', () => {
  expect(unknownCommand(['list', '--limit', '1', 'montiors']).message).toContain('Did you mean list monitors?')
  expect(unknownCommand(['list', '--all', 'montiors']).message).toContain('Did you mean list monitors?')
})

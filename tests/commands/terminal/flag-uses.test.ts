import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { FLAG_NAMES, flagNamed, flagUse } from '../../../src/cli/flag-table.ts'
import { flagsFor, flagsForLocal, refuseFlags } from '../../../src/cli/flag-uses.ts'
import { ownFlags, takeFlags } from '../../../src/cli/flags.ts'
import { LOCAL } from '../../../src/cli/local-commands.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { needsScreen } from '../../../src/commands/headless/needs-screen.ts'
import { openTestTerminal } from './test-terminal.ts'

const problemOf = (words: readonly string[]): string | null => {
  try {
    const taken = takeFlags(words)
    refuseFlags(taken.words, taken.flags)
    return null
  } catch (error) {
    return String(error)
  }
}

/** A flag as it is typed, with a value and the flag that it needs. */
const typed = (name: (typeof FLAG_NAMES)[number]): readonly string[] => {
  const { value, needs } = flagNamed(name)
  return [...(needs === undefined ? [] : [`--${needs}`]), value === undefined ? `--${name}` : `--${name}=1`]
}

test('a general flag has an effect on a command, or is refused with where it works', () => {
  const faults = headlessCommands.flatMap((command) =>
    FLAG_NAMES.flatMap((name) => {
      // A command's own flag of that name goes first.
      if (ownFlags(command).includes(`--${name}`)) return []
      const problem = problemOf([...command.words.split(' '), ...typed(name)])
      const isRight = flagsFor(command).includes(name) ? problem === null : /has no effect/.test(problem ?? '')
      return isRight ? [] : [`${command.words} --${name}: ${problem}`]
    }),
  )
  expect(faults).toEqual([])
})

test('a general flag that a command of the terminal alone does not read is refused', () => {
  for (const [phrase, command] of Object.entries(LOCAL))
    for (const name of FLAG_NAMES) {
      const problem = problemOf([phrase, ...typed(name)])
      const isTaken = flagsForLocal(command).includes(name)
      expect([phrase, name, problem === null]).toEqual([phrase, name, isTaken])
    }
})

test('every command that only reads says what it prints, so that flags of data are refused elsewhere', () => {
  const silent = headlessCommands.filter(
    ({ effect, writes = [], prints }) => effect === 'read' && writes.length === 0 && prints === undefined,
  )
  // These change what the terminal is about, or try a setting.
  expect(silent.map(({ id }) => id).sort()).toEqual(['identity-provider.test', 'project.switch'])
  expect(
    headlessCommands.filter((command) => command.prints && needsScreen(command) && command.effect !== 'read'),
  ).toEqual([])
})

test.each([
  ['list monitors --output x', '--output has no effect on “list monitors”. It works with downloads'],
  ['list monitors --wait', '--wait has no effect on “list monitors”. It works with commands that start runs'],
  ['show monitor x --columns id', '--columns has no effect on “show monitor”. It works with lists'],
  ['list monitors -y', '--yes has no effect on “list monitors”. It works with commands that ask'],
  ['export results -o yaml', '“export results” writes a file: --output FILE names it'],
  ['run monitor x --junit a.xml', '--junit has no effect without --wait'],
  ['list monitors --jsn', 'has no --jsn. Did you mean --json'],
  ['watch --categry FAIL', '“watch” has no --categry. Did you mean --category?'],
  ['list monitors -x', 'There is no -x. Short flags: -o (--output-format)'],
  ['list monitors --json -o yaml', 'Choose one format: yaml and json contradict each other'],
  ['list monitors -o xml', '-o takes table, wide, name, json, jsonl, yaml here'],
  ['list monitors -o json --no-headers', '--no-headers has no effect with json'],
  ['list monitors -o name --columns id', '--columns has no effect with -o name'],
  ['list monitors --jq .', 'has no --jq. Pipe JSON into jq: sonde list monitors --json | jq EXPRESSION'],
  ['list monitors --watch --json', 'use --jsonl'],
])('%s is refused before anything is asked of the server', async (line, sentence) => {
  const { code, err } = await openTestTerminal()(...line.split(' '))
  expect(err).toContain(sentence)
  expect(code).toBe(EXIT_CODES.usage.code)
})

test('short flags are those of kubectl and gh, with their value in the same word or the next', () => {
  for (const words of [['-o', 'yaml'], ['-oyaml'], ['-o=yaml'], ['--output-format=yaml']])
    expect(takeFlags(['list', 'monitors', ...words])).toEqual({
      flags: { 'output-format': 'yaml' },
      words: ['list', 'monitors'],
    })
  const shorts = FLAG_NAMES.flatMap((name) => flagNamed(name).short ?? [])
  expect(new Set(shorts).size).toBe(shorts.length)
  expect(takeFlags(['list', 'results', '-w', '-q', '-p', 'shop'])).toEqual({
    flags: { watch: '', quiet: '', project: 'shop' },
    words: ['list', 'results'],
  })
  // The value of a command's own flag may begin with a dash.
  expect(takeFlags(['add', 'condition', 'm', '--val', '-x']).words.at(-1)).toBe('-x')
})

test('every use of a flag fits some command, and all but those of every command do not fit some', () => {
  for (const name of FLAG_NAMES) {
    const fitting = headlessCommands.filter((command) => flagUse(name).fits(command)).length
    expect([name, fitting > 0]).toEqual([name, true])
    if (flagNamed(name).use !== 'every') expect([name, fitting < headlessCommands.length]).toEqual([name, true])
  }
})

test('a command’s own flag goes before a general one of the same name, also where it clears a field', () => {
  expect(headlessCommands.flatMap(ownFlags)).toContain('--no-headers')
  for (const command of headlessCommands)
    for (const flag of ownFlags(command)) {
      const line = [...command.words.split(' '), flag]
      expect(takeFlags(line)).toEqual({ flags: {}, words: line })
    }
})

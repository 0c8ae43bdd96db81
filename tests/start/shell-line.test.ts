import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeFlags } from '../../src/cli/flags.ts'
import { lineOf } from '../../src/cli/line-of-words.ts'
import { wordsOfStep } from '../../src/cli/shell-line.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { headlessCommands } from '../../src/commands/headless/book.ts'
import { exampleWorld, TAX } from '../commands/world.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { runShell } from '../support/terminal.ts'

const example = exampleWorld().world
const world: typeof example = { ...example, entities: (kind) => (kind === 'tag' ? [] : [{ kind, id: TAX, name: TAX }]) }
const untag = (tags: readonly string[]) => {
  const args = { monitor: TAX, tags }
  return { command: 'monitor.untag', args, reverse: { command: 'monitor.tag', args } }
}
const lineFor = (tags: readonly string[]) => wordsOfStep(untag(tags), world)

/** Lines, as bash reads them: the words of each. */
const readByBash = async (lines: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const script = `sonde() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join('\n')}`
  const out = await runShell('bash', ['-c', script], { PATH: process.env.PATH ?? '' })
  return out
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

const readArgs = (words: readonly string[]) => {
  const taken = takeFlags(words)
  expect(taken.flags).toEqual({})
  return readLine(lineOf(taken.words), world, headlessCommands).args
}

const piece = fc.oneof(
  fc.constantFrom(
    ';',
    '$(id)',
    '`id`',
    "'",
    '"',
    '\\',
    ' ',
    ',',
    '=',
    '*',
    '~',
    '&',
    '|',
    '#',
    '!',
    '--',
    '-o',
    '\n',
    'é',
    '{a,b}',
  ),
  fc.string({ maxLength: 4 }),
)
const tag = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter((text) => text.trim() !== '')

test('what undo prints is read by bash as the same call, whatever tags are called', async () => {
  const all = fc.sample(fc.uniqueArray(tag, { minLength: 1, maxLength: 3 }), { numRuns: 400, seed: 7 })
  const lines = all.map((tags) => [tags, lineFor(tags)] as const).filter(([, line]) => line.startsWith('sonde '))
  const read = await readByBash(lines.map(([, line]) => line))
  expect(read).toHaveLength(lines.length)
  for (const [index, [tags]] of lines.entries())
    expect(readArgs(read[index] ?? [])).toEqual({ monitor: TAX, tags: [...tags] })
  expect(lines.length).toBeGreaterThan(100)
})

/** Ids as the server makes them, in which capitals matter. */
const id = fc
  .string({ unit: fc.constantFrom(...'ABCXYZabcxyz0189_-'), minLength: 22, maxLength: 22 })
  .filter((text) => !text.startsWith('-'))

test('what undo prints names objects by their ids, letter by letter, and keeps names as they are', async () => {
  const all = fc.sample(fc.tuple(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), tag), { numRuns: 300, seed: 11 })
  const steps = all.flatMap(([ids, name]) => {
    const args = { variable: ids[0] ?? '', name }
    return [
      [ids, 'monitor.remove', { monitor: ids.length === 1 ? ids[0] : ids }],
      [ids.slice(0, 1), 'schedule.pause', { schedule: ids[0] }],
      [[...ids.slice(0, 1), name], 'variable.rename', args],
    ] as const
  })
  const lines = steps
    .map(
      ([said, command, args]) => [said, wordsOfStep({ command, args, reverse: { command, args } }, example)] as const,
    )
    .filter(([, line]) => line.startsWith('sonde '))
  const read = await readByBash(lines.map(([, line]) => line))
  for (const [index, [said]] of lines.entries()) {
    const words = read[index] ?? []
    const parts = words.flatMap((word) => [word, ...word.split(',')])
    for (const text of said) expect(parts).toContain(text)
  }
  expect(lines.length).toBeGreaterThan(600)
})

test('a line of undo carries nothing out but its command', async () => {
  const touched = join(temporaryFolder(), 'touched')
  const tags = [`q;touch ${touched}`, `$(touch ${touched})`, `\`touch ${touched}\``, `a|touch ${touched}`, "it's"]
  for (const each of tags) {
    const [words] = await readByBash([lineFor([each])])
    expect(readArgs(words ?? [])).toEqual({ monitor: TAX, tags: [each] })
  }
  expect(existsSync(touched)).toBe(false)
  // What no word of a shell says is not shown as one.
  expect(lineFor(['a\nb'])).toMatch(/^in the console: /)
})

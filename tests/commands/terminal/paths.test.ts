import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PathDocument } from '../../../machines/chart/path-document.ts'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { home } from '../../support/sources.ts'
import { openTestTerminal } from './test-terminal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-paths-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the terminal prints and says, without a server. */
const run = openTestTerminal()

test('paths of a machine are printed as JSON documents, from the start to the transition that names them', async () => {
  const { code, out } = await run('paths', 'console')
  const paths = JSON.parse(out) as readonly PathDocument[]
  expect(code).toBe(0)
  expect(paths.find(({ name }) => name === 'open--close--to-closed')).toEqual({
    format: 'sonde.path',
    version: 1,
    name: 'open--close--to-closed',
    chart: 'console',
    input: null,
    steps: [
      { when: 'start', event: { type: 'xstate.init' }, value: 'closed', told: expect.anything() },
      { when: 'OPEN', event: { type: 'OPEN' }, value: { open: 'writing' }, told: expect.anything() },
      { when: 'CLOSE', event: { type: 'CLOSE' }, value: 'closed', told: expect.anything() },
    ],
  })
})

test('the longest paths are fewer than those of the transitions', async () => {
  const count = async (...words: string[]) =>
    Number(/(\d+) paths? of/.exec((await run('paths', 'signIn', ...words, '--out', folder)).err)?.[1])
  const [all, longest] = [await count(), await count('--coverage', 'longest')]
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(all)
})

test('each format writes its files, says where, and writes the same again', async () => {
  const read = () =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
    )
  for (const [format, file] of [
    ['json', 'console/closed--open--to-open.json'],
    ['mermaid', 'console/closed--open--to-open.mmd'],
    ['playwright', 'console.spec.mjs'],
    ['gherkin', 'console.feature'],
  ] as const) {
    const { code, err } = await run('paths', 'console', '--format', format, '--out', folder)
    expect(err).toMatch(/^28 paths of console, \d+ files in /)
    expect(code).toBe(0)
    expect(existsSync(join(folder, file))).toBe(true)
  }
  const before = read()
  await run('paths', 'console', '--format', 'playwright', '--out', folder)
  expect(read()).toEqual(before)
  expect(before[join(folder, 'console/closed--open--to-open.mmd')]).toContain('class console_open_writing path')
})

test('a path that no browser can take is skipped in the file with its reason', async () => {
  const { out } = await run('paths', 'console', '--format', 'playwright')
  expect(out).toMatch(
    /^path\.skip\("open-confirming--type--to-open-writing", "The question takes the place of the line.*\."\)$/m,
  )
})

test('a module that waits for ever is refused once there is nothing left to do', async () => {
  const file = join(folder, 'waiting.mjs')
  writeFileSync(file, 'await new Promise(() => {})')
  const ended = run('paths', '--from', file)
  // What Node.js tells a program whose last work is done; here, the runner of the tests has more.
  const timer = setInterval(() => process.emit('beforeExit', 0), 10)
  const { code, err } = await ended
  clearInterval(timer)
  expect(err).toContain('waiting.mjs cannot be loaded: it waits for something that never comes.')
  expect(code).toBe(EXIT_CODES.usage.code)
})

test('a wrong word is answered with the right ones', async () => {
  for (const [argv, sentence] of [
    [['nothing'], /No machine is called “nothing”\. There are alert, /],
    [['console', '--format', 'xml'], /--format must be one of json, mermaid, playwright, gherkin, but is “xml”\./],
    [
      ['console', '--coverage', 'all'],
      /--coverage must be one of states, transitions, longest, simple, but is “all”\./,
    ],
    [['--from', 'nowhere.mjs'], /nowhere\.mjs cannot be loaded: /],
    [['--from', join(home, 'vite.config.ts')], /exports no machine/],
    [['toasts', '--format', 'playwright'], /No driver says how the events of toasts happen in a browser/],
    [['--shape', 'x'], /Usage: sonde paths \[MACHINE…\]/],
  ] as const) {
    const { code, err } = await run('paths', ...argv)
    expect(err).toMatch(sentence)
    expect(code).not.toBe(0)
  }
})

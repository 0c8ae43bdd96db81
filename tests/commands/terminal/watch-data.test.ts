import { expect, test } from 'vitest'
import { EXIT_CODES, TerminalFailure } from '../../../src/cli/exit-codes.ts'
import type { Flags } from '../../../src/cli/flag-table.ts'
import { watchData } from '../../../src/cli/watch-data.ts'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { testIo } from './test-terminal.ts'

type Look = readonly { readonly id: string; readonly state: string }[] | Error

const CLEAR = '\u001b[2J\u001b[H'

/** Watches a list that is looked at a number of times, and is interrupted then. */
const watched = async (looks: readonly Look[], flags: Flags, isTerminal = false, isQuiet = true, more = false) => {
  const interruption = new AbortController()
  const told = testIo({ isTerminal, env: { NO_COLOR: '1' }, interrupted: interruption.signal })
  const command = headlessCommandById('rows.tag')
  if (!command) throw new Error('There is no list of tags.')
  let at = 0
  const look = async () => {
    const rows = looks[at++]
    if (rows instanceof Error) throw rows
    return { ...emptyOutcome(), shown: [{ form: 'rows' as const, rows: rows ?? [], more }] }
  }
  const pause = async () => {
    if (at >= looks.length) interruption.abort()
  }
  const code = await watchData({
    look,
    forget: () => {},
    flags: { ...(isQuiet && { quiet: '' }), ...flags },
    command,
    io: told.io,
    pause,
  })
  return { code, out: told.out(), err: told.err() }
}

const a = { id: 'a', state: 'up' }
const b = { id: 'b', state: 'up' }
const down = { id: 'b', state: 'down' }

test('in a pipe, a watched list prints each row once, and again when it changes', async () => {
  const { code, out } = await watched([[a, b], [a, b], [a, down], [b]], { jsonl: '' })
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([a, b, down, b])
  expect(code).toBe(EXIT_CODES.interrupted.code)
  const table = await watched([[a], [a, b]], { columns: 'id,state' })
  expect(table.out).toBe('id\tstate\na\tup\nb\tup\n')
  const documents = await watched([[a], [b]], { 'output-format': 'yaml' })
  expect(documents.out).toBe('---\n- id: a\n  state: up\n---\n- id: b\n  state: up\n')
})

test('a row that is gone is told, not printed as data', async () => {
  const { out, err } = await watched([[a, b], [a]], { jsonl: '' }, false, false)
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(err).toBe('b is gone.\n')
})

test('a row that newer ones push out of the first few is not gone; one from among them is', async () => {
  const rows = ['e', 'd', 'c', 'b', 'a'].map((id) => ({ id, state: 'up' }))
  const pushed = await watched([rows.slice(1, 4), rows.slice(0, 3)], { jsonl: '' }, false, false, true)
  expect(pushed.err).toBe('')
  const removed = await watched([rows.slice(0, 3), [...rows.slice(0, 1), ...rows.slice(2, 4)]], {}, false, false, true)
  expect(removed.err).toBe('d is gone.\n')
})

test('on a terminal, a watched list is drawn anew when something has changed', async () => {
  const { out } = await watched([[a], [a], [a, b], [b]], { columns: 'id,state' }, true)
  expect(out.split(CLEAR).slice(1)).toEqual([
    'ID  STATE\na   up\n',
    'ID  STATE\na   up\nb   up\n',
    'ID  STATE\nb   up\n',
  ])
})

test('a server that is away for a while is asked again; a right that is gone ends it', async () => {
  const away = new TerminalFailure('unreachable', 'The server cannot be reached.')
  const { out, err } = await watched([[a], away, [a, b]], { jsonl: '' })
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(err).toBe('The server cannot be reached. Trying again.\n')
  await expect(watched([[a], new TerminalFailure('refused', 'No right.'), [b]], { jsonl: '' })).rejects.toThrow(
    'No right.',
  )
  await expect(watched([away], { jsonl: '' })).rejects.toThrow('cannot be reached')
})

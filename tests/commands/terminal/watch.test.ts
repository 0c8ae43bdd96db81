import { expect, onTestFinished, test, vi } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import type { Connection } from '../../../src/cli/settings.ts'
import { watch } from '../../../src/cli/watch.ts'
import { watchWords } from '../../../src/cli/watch-words.ts'
import { openMany } from '../core/many-monitors.ts'
import { openTestTerminal, testIo } from './test-terminal.ts'

const connection: Connection = {
  url: 'http://sonde.example',
  // The facts that a stream is opened with.
  facts: { default_query: {}, project_header: 'Sonde-Project-Id' } as Connection['facts'],
  token: async () => null,
  project: null,
  isProjectKept: false,
  byEnvironment: true,
}

const resultOf = (monitor: string, id: string): string =>
  `id: after-${id}\nevent: result\ndata: ${JSON.stringify({
    type: 'result',
    id,
    call_id: monitor,
    location_id: 'local',
    result_category: 'PASS',
    http_code: 200,
    response_time: 4,
    time: '2026-07-01T12:00:00Z',
  })}\n\n`

/** A server whose streams say one text each, and break then; with the position that each was asked for. */
const openStreams = (...texts: readonly string[]) => {
  const positions: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const text = texts[positions.length]
    positions.push(headers['last-event-id'] ?? null)
    return new Response(text === undefined ? new ReadableStream() : text)
  })
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return positions
}

test('a stream that breaks before any event goes on from where it began', async () => {
  const { world, all } = await openMany(['Checkout'])
  const positions = openStreams(': \nid: start\n\n', resultOf(all[0]?.id ?? '', '1'.padStart(22, 'r')))
  const told = testIo()
  const watching = watch(connection, world, watchWords(['--count', '1']), { io: told.io, json: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await watching).toBe(EXIT_CODES.done.code)
  expect(positions.slice(0, 2)).toEqual([null, 'start'])
  expect(JSON.parse(told.out())).toMatchObject({ monitor: 'Checkout', result_category: 'PASS' })
  expect(told.err().match(/Watching/g)).toHaveLength(1)
})

test('a watch that is interrupted ends with the code of all interrupted commands', async () => {
  const { world } = await openMany(['Checkout'])
  openStreams(': \nid: start\n\n')
  const interruption = new AbortController()
  const told = testIo({ interrupted: interruption.signal })
  const watching = watch(connection, world, watchWords([]), { io: told.io, json: true })
  await vi.advanceTimersByTimeAsync(100)
  interruption.abort()
  expect(await watching).toBe(EXIT_CODES.interrupted.code)
})

test('names of a watch have commas between them or are words, and one with a comma stands in quotes', () => {
  const names = (...words: string[]) => watchWords(words).names
  expect(names('okay,error')).toEqual(['okay', 'error'])
  expect(names('okay', 'error', '--count=2')).toEqual(['okay', 'error'])
  expect(names('"Pay, then ship,"', '--', '--odd,name')).toEqual(['Pay, then ship,', '--odd,name'])
  expect(names('-')).toEqual(['-'])
})

test('a watch of nothing that standard input names is refused, and so is a format that it does not have', async () => {
  const sonde = openTestTerminal()
  expect(await sonde('watch', '-')).toMatchObject({ code: 2, err: 'sonde: Standard input names nothing to watch.\n' })
  expect(await sonde('watch', '-o', 'yaml')).toMatchObject({
    code: 2,
    err: expect.stringContaining('-o takes table, json, jsonl here'),
  })
  expect(await sonde('watch', '-', '-o', 'jsonl')).toMatchObject({ err: expect.stringContaining('nothing to watch') })
})

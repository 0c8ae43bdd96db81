import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { exampleWorld } from '../world.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

/** Runs a line with what stands in standard input; the writes that reached the server. */
const ran = async (line: readonly string[], input: string) => {
  const writes: string[] = []
  const url = await openTestServer(({ method, text }) => {
    if (method === 'GET') return [200, EMPTY_PROJECT]
    writes.push(text)
    return [200, { workspace_variable: { name: 'KEYX', workspace: 'global' } }]
  })
  const env = { SONDE_URL: url, SONDE_API_KEY: 'key' }
  return { ...(await openTestTerminal({ env, readInput: async () => input })(...line)), writes }
}

test.each([
  [['set', 'variable', 'KEYX', '-'], ''],
  [['set', 'variable', 'KEYX', '-'], '\n'],
  [['set', 'variable', 'KEYX', '--value', '-'], '\r\n'],
  [['change', 'monitor', 'checkout', '--body', '-'], ''],
  [['change', 'monitor', 'checkout', '--tags', '-'], ''],
])('a value that is read from an empty standard input is refused: %j %j', async (line, input) => {
  const { code, err, writes } = await ran(line, input)
  expect([code, err, writes]).toEqual([
    EXIT_CODES.usage.code,
    expect.stringMatching(/^sonde: Standard input is empty.*: nothing was done\. An empty value is written ""\.\n$/),
    [],
  ])
})

test('a value that is read, and an empty one that is written, are stored', async () => {
  expect(await ran(['set', 'variable', 'KEYX', '-'], ' \n')).toMatchObject({ code: 0, writes: ['{"value":" "}'] })
  expect(await ran(['set', 'variable', 'KEYX', ''], '')).toMatchObject({ code: 0, writes: ['{"value":""}'] })
})

test('standard input stands for one word of a line', async () => {
  const { code, err, writes } = await ran(['set', 'variable', 'KEYX', '-', '-'], 'x')
  expect([code, err, writes]).toEqual([2, expect.stringContaining('Standard input is read once'), []])
})

test.each([
  'run monitor tax-lookup --set =b',
  'run monitor tax-lookup --set ""=b',
  'change monitor tax-lookup --headers =b',
])('a value without a name is refused: %s', (line) => {
  const sentences = readLine(line, exampleWorld().world, headlessCommands).problems.map(({ sentence }) => sentence)
  expect(sentences).toContainEqual(expect.stringMatching(/takes NAME=value, and .*=b has no name\./))
})

import { expect, test } from 'vitest'
import { type LineRefused, messageLines } from '../../src/mcp/message-lines.ts'

/** What is passed on, and the codes of what is refused. */
const read = async (chunks: readonly (string | Buffer)[]) => {
  const refusals: LineRefused[] = []
  const lines = messageLines((refusal) => refusals.push(refusal))
  for (const chunk of chunks) lines.write(chunk)
  lines.end()
  const passed = Buffer.concat(await lines.toArray()).toString('utf8')
  return { passed, refusals, codes: refusals.map(({ error }) => error.code) }
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

test('a line that is not JSON is answered with a parse error, and the next one is read', async () => {
  const { passed, refusals } = await read(['what is this?\n', PING])
  expect([passed, refusals]).toEqual([
    PING,
    [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.stringContaining('not JSON') } }],
  ])
})

test('JSON that is no message is answered as an invalid request', async () => {
  for (const line of ['{}', '[]', '7', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":1}'])
    expect([line, await read([`${line}\n`])]).toMatchObject([line, { passed: '', codes: [-32600] }])
})

test('requests, notifications, answers and empty lines pass as they are', async () => {
  const text = [
    PING,
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n',
    '{"jsonrpc":"2.0","id":2,"result":{}}\n',
    '{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"ö"}}\n',
    '\n',
  ].join('')
  expect(await read([text])).toMatchObject({ passed: text, codes: [] })
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]))
  expect(await read(bytes)).toMatchObject({ passed: text, codes: [] })
})

test('a line without an end is left to the reader, which has a limit', async () => {
  const long = 'x'.repeat(11 * 1024 * 1024)
  const { passed, codes } = await read([long])
  expect([passed.length, codes]).toEqual([long.length, []])
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { EXIT_CODES, endingOf } from '../../../src/cli/exit-codes.ts'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import { printOutcome } from '../../../src/cli/print-outcome.ts'
import { startRun } from '../../../src/commands/headless/follow.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { testIo } from './test-terminal.ts'

/** A server that carries everything out, and answers as `handle` does. */
const serve = async (handle: RequestListener) => {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const open = (url: string) =>
  openHttpCall({ url, projectHeader: 'Project', defaultQuery: {}, token: async () => 'key' })

const failing = async (url: string, operation: 'monitor.remove' | 'monitor.read') => {
  const thrown = await open(url)(operation, { params: { id: 'x' } } as never, { projectId: 'p' }).catch(
    (e: unknown) => e,
  )
  expect(thrown).toBeInstanceOf(CallError)
  return thrown as CallError
}

const cutOff: RequestListener = (_, response) => void response.socket?.destroy()
const cutShort: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': 100 })
  response.write('{"id":', () => response.socket?.destroy())
}
const page: RequestListener = (_, response) => void response.end('<html>Welcome</html>')

test.each([
  ['cuts the connection', cutOff],
  ['stops within its answer', cutShort],
])('a write to a server that %s may have been done, and a reading may not', async (_, handle) => {
  const url = await serve(handle)
  const write = await failing(url, 'monitor.remove')
  expect(write.message).toBe(
    `${url} did not answer: the connection was cut; if it uses TLS, try ${url.replace('http', 'https')}. It may have been done all the same.`,
  )
  expect([write.failure.mayBeDone, endingOf(write)]).toEqual([true, 'unreachable'])
  expect((await failing(url, 'monitor.read')).message).not.toContain('may have been done')
})

test('an answer that is none of Sonde is told as one', async () => {
  const url = await serve(page)
  for (const operation of ['monitor.remove', 'monitor.read'] as const)
    expect((await failing(url, operation)).message).toBe(
      `${url} answered with something that is no answer of Sonde. A proxy may have answered in its place.`,
    )
})

const command = commandById('monitor.run')
if (!command) throw new Error('There is no command that runs a monitor.')

/** A run whose start failed as that at this server does, as it is printed. */
const started = async (url: string) => {
  const failure = await open(url)('monitor.run', { params: { id: 'call' }, body: {} } as never, {
    projectId: 'p',
  }).catch((thrown: unknown) => thrown)
  vi.useFakeTimers()
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call', name: 'Checkout' },
    {
      call: () => Promise.reject(new Error('Nothing is followed.')),
      request: () => Promise.reject(failure),
      waiting: { timeoutMs: 60_000 },
      runs: 1,
    },
  )
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  const { io, out } = testIo()
  const printed = { flags: { wait: '' }, command, io, url, startedAt: 0 }
  return { code: printOutcome({ ...emptyOutcome(), runs: [await following] }, printed), out: out() }
}

test.each([500, 502, 504])(
  'a write that is answered with %s may have been done, one that is refused was not',
  async (status) => {
    const url = await serve((_, response) => void response.writeHead(status, 'Gave up').end('<html>'))
    expect((await failing(url, 'monitor.remove')).message).toMatch(
      /answered \d+ Gave up\. It may have been done all the same\.$/,
    )
    expect(await started(url)).toMatchObject({
      code: EXIT_CODES.unreachable.code,
      out: expect.stringMatching(/^unknown/),
    })
    const refusing = await serve((_, response) => void response.writeHead(409).end('{"detail":"No."}'))
    expect((await failing(refusing, 'monitor.remove')).message).toBe('No.')
    expect(await started(refusing)).toMatchObject({
      code: EXIT_CODES.refused.code,
      out: expect.stringMatching(/^not started/),
    })
  },
)

test('a run whose start was not answered may have been started; one that no server was asked for was not', async () => {
  const lost = await started(await serve(cutOff))
  expect(lost).toMatchObject({ code: EXIT_CODES.unreachable.code, out: expect.stringMatching(/^unknown {2}Checkout/) })
  expect(lost.out).toContain('It may have been done all the same.')
  const away = await started('http://127.0.0.1:9')
  expect(away).toMatchObject({
    code: EXIT_CODES.unreachable.code,
    out: expect.stringMatching(/^not started {2}Checkout/),
  })
})

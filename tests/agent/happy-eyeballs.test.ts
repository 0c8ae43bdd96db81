import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { interleaved } from '../../src/agent/runner/happy-eyeballs.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { httpServer, jobFor, listen, run } from './world.ts'

const hello = () => httpServer((_, response) => response.end('hello'))

/** Listens at an address and never answers, not even to a connection: its process is stopped, and its queue is full. */
const silence = async (ip: string, port: number): Promise<void> => {
  const script = `require('net').createServer().listen(${port}, '${ip}', 1, () => console.log('up'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const queued = Array.from({ length: 4 }, () => connect(port, ip).on('error', () => {}))
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, 'connect')))
  onTestFinished(() => {
    for (const socket of queued) socket.destroy()
    child.kill('SIGKILL')
  })
}

/** Listens on IPv6 loopback, at the port of a server on IPv4 if one is given; null where this machine has no IPv6. */
const onIpv6 = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '::1', () => resolve(true))
    onTestFinished(() => void server.close())
  })

describe('A call to a host with several addresses', () => {
  test('takes the two families in turn, beginning with that of the first', () => {
    expect(interleaved(['::1', '::2', '::3', '192.0.2.1', '192.0.2.2'])).toEqual([
      '::1',
      '192.0.2.1',
      '::2',
      '192.0.2.2',
      '::3',
    ])
    expect(interleaved(['192.0.2.1', '::1', '::2'])).toEqual(['192.0.2.1', '::1', '::2'])
    expect(interleaved(['192.0.2.1', '192.0.2.2'])).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(interleaved([])).toEqual([])
  })

  test('does not wait long for a silent one: the first that connects is taken and recorded', async () => {
    const port = await hello()
    await silence('127.0.0.2', port)
    const { report, detail } = await run(jobFor(`http://api.example:${port}/`), {
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    })
    expect(report).toMatchObject({ http_code: 200, dest_ip: '127.0.0.1', exception_type: null })
    expect(detail.messages).toEqual([
      `127.0.0.2:${port} has not answered after 250 ms; trying the next address beside it`,
    ])
    // The wait belongs to the phase that it was spent in.
    expect(report.timing.tcp).toBeGreaterThanOrEqual(240)
  })

  test('still waits for a silent one when the others have failed', async () => {
    const port = await hello()
    await silence('127.0.0.2', port)
    const { report, detail } = await run(jobFor(`http://api.example:${port}/`, { call: { timeout_ms: 400 } }), {
      resolve: async () => ['127.0.0.2', '127.0.0.3'],
    })
    expect(report).toMatchObject({ exception_type: 'download', http_code: null })
    expect(detail.exception).toBe('timed out after 400 ms while connecting')
    expect(detail.messages).toContain(`connection refused by 127.0.0.3:${port}`)
  })

  test('falls back from IPv6 to IPv4, and from IPv4 to IPv6', async ({ skip }) => {
    const six = createHttpServer((_, response) => response.end('six'))
    if (!(await onIpv6(six, 0))) skip('This machine has no IPv6.')
    const address = six.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const allowed = parseAllowed('127.0.0.0/8, ::1')
    const both = await run(jobFor(`http://api.example:${port}/`), {
      allowed,
      resolve: async () => ['127.0.0.1', '::1'],
    })
    expect(both.report).toMatchObject({ dest_ip: '::1', http_code: 200 })
    const four = await hello()
    const back = await run(jobFor(`http://api.example:${four}/`), {
      allowed,
      resolve: async () => ['::1', '127.0.0.1'],
    })
    expect(back.report).toMatchObject({ dest_ip: '127.0.0.1', http_code: 200 })
  })

  test('connects to no address that is not allowed, whatever the others do', async () => {
    const reached: Socket[] = []
    const port = await listen(createServer((socket) => void reached.push(socket)))
    const { detail } = await run(jobFor(`http://api.example:${port}/`), {
      allowed: parseAllowed('127.0.0.3'),
      resolve: async () => ['127.0.0.1', '127.0.0.3'],
    })
    expect(detail.exception).toBe(`connection refused by 127.0.0.3:${port}`)
    expect(detail.messages).toEqual([])
    expect(reached).toEqual([])
  })

  test('fails with the last refusal when all refuse', async () => {
    const resolve = async () => ['127.0.0.1', '127.0.0.2', '127.0.0.3']
    const { report, detail } = await run(jobFor('http://api.example:1/'), { resolve })
    expect(report.dest_ip).toBe('127.0.0.3')
    expect(detail.exception).toBe('connection refused by 127.0.0.3:1')
    expect(detail.messages).toHaveLength(2)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CheckingProxy, PROXY_USER } from '../../src/agent/browser/checking-proxy.ts'
import { ServerClient } from '../../src/agent/server/server-client.ts'
import { hostileReceivers, NEVER_MS } from '../support/hostile-receivers.ts'
import { jobFor, loopback, rawServer, run } from './world.ts'

const timeoutMs = 300

/** Every way in which the agent sends a request. */
const requests: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a call': (url) => run(jobFor(url, { call: { timeout_ms: timeoutMs } })),
  'a call that asks for an upgrade': (url) =>
    run(jobFor(url, { call: { timeout_ms: timeoutMs, headers: [{ key: 'Upgrade', value: 'x' }] } })),
  'a report to its server': (url) => new ServerClient(new URL(url)).post('/', '{}', { key: null, timeoutMs }),
  'a download from its server': (url) =>
    new ServerClient(new URL(url)).download('/', new Writable({ write: (_, __, done) => done() }), {
      key: null,
      timeoutMs,
    }),
}

describe.each(Object.entries(hostileReceivers))('A server that %s', (_, act) => {
  test.each(Object.entries(requests))('ends %s', { timeout: NEVER_MS }, async (__, send) => {
    const outcome = await send(`http://127.0.0.1:${await rawServer(act)}/`)
    expect(outcome).toBeDefined()
  })
})

test.each(['switches protocols unasked', 'sends interim answers without end'])(
  'a server without TLS that %s ends the request of a browser test',
  { timeout: NEVER_MS },
  async (name) => {
    const port = await rawServer(hostileReceivers[name] ?? (() => {}))
    const proxy = await CheckingProxy.open({
      resolve: async () => ['127.0.0.1'],
      allowed: loopback,
      steadyMs: () => performance.now(),
    })
    onTestFinished(() => proxy.close())
    const { network } = proxy.admit()
    const credential = Buffer.from(`${PROXY_USER}:${network.password}`).toString('base64')
    const browser = connect(proxy.port, '127.0.0.1').resume()
    browser.write(
      `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nProxy-Authorization: Basic ${credential}\r\n\r\n`,
    )
    await once(browser, 'close')
  },
)

import { once } from 'node:events'
import { type ClientRequest, createServer, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CONNECT, MCP } from '../../../src/server/connections/addresses.ts'
import { clientSignal } from '../../../src/server/http/client-signal.ts'
import { requestsUnderWay } from '../../../src/server/http/requests-under-way.ts'
import { ADMIN_KEY, startServer } from '../../support/server.ts'

/** One address of each part of the server that reads bodies. */
const DOORS = ['/api/2/calls/', MCP, `${CONNECT}/token`, '/oauth/token']

/** Sends a request whose body does not end, so that it stays under way. */
const unended = (url: string): ClientRequest => {
  const headers = {
    authorization: `Bearer ${ADMIN_KEY}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': 100,
  }
  const sent = httpRequest(url, { method: 'POST', headers })
  // It is cut off in the end.
  sent.on('error', () => {})
  sent.write('a=')
  return sent
}

test('a server that stops waits for requests at every door, tells how many it cuts off, and ends live streams at once', async () => {
  const { server, api, log, stop } = await startServer()
  const stream = await fetch(`${server.url}/api/3/events/`, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const events = stream.text()
  for (const door of DOORS) unended(`${server.url}${door}`)
  // Answered after those before it have begun.
  await api.get('/api/2/calls/')
  const stopped = stop()
  await events
  await expect.poll(async () => (await api.call('GET', '/api/2/calls/')).status).toBe(503)
  await stopped
  expect(log).toContain(`${DOORS.length} requests were still being answered after 10 s and are cut off.`)
})

/** A server whose answers a test gives itself. */
const serving = async (work: (response: ServerResponse) => unknown) => {
  const underWay = requestsUnderWay()
  const taken: ServerResponse[] = []
  const http = createServer(
    underWay.counting((_, response) => {
      taken.push(response)
      return work(response)
    }),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const first = async () => {
    await expect.poll(() => taken.length).toBe(1)
    return taken[0] as ServerResponse
  }
  return { underWay, url, first }
}

test('a response that is still being sent is waited for, and a new request is refused meanwhile', async () => {
  const { underWay, url, first } = await serving(() => {})
  const asked = fetch(url)
  const response = await first()
  response.write('a,b\n')
  let left: number | null = null
  const stopped = underWay.stop(60_000).then((count) => {
    left = count
  })
  const refused = await fetch(url)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: 'unavailable' })
  expect(left).toBeNull()
  response.end('1,2\n')
  expect(await (await asked).text()).toBe('a,b\n1,2\n')
  await stopped
  expect(left).toBe(0)
})

test('work for a client that has left is waited for', async () => {
  let end = () => {}
  const work = new Promise<void>((resolve) => {
    end = resolve
  })
  const { underWay, url, first } = await serving(() => work)
  const client = new AbortController()
  const asked = fetch(url, { signal: client.signal }).catch(() => {})
  const response = await first()
  const signal = clientSignal(response)
  client.abort()
  await asked
  await expect.poll(() => signal.aborted).toBe(true)
  expect(await underWay.stop(0)).toBe(1)
  end()
  expect(await underWay.stop(60_000)).toBe(0)
})

test('a client that has its whole response has not left', async () => {
  const { url, first } = await serving((response) => response.end('fine'))
  expect(await (await fetch(url)).text()).toBe('fine')
  const response = await first()
  await expect.poll(() => response.closed).toBe(true)
  expect(clientSignal(response).aborted).toBe(false)
})

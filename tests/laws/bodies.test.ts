import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { type HandAgent, joinAgent } from '../support/agent.ts'
import { sendRaw } from '../support/raw-http.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../support/server.ts'
import { samples } from './samples.ts'

const takers = (Object.entries(contract) as [EndpointName, AnyEndpoint][]).filter(
  ([, endpoint]) => endpoint.body !== undefined,
)
/** Nothing that is asked here is answered with more. */
const LARGEST_ANSWER = 16 * 1024

let running: TestServer
let agent: HandAgent
const delay = monitorEventLoopDelay({ resolution: 10 })
beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
  delay.enable()
})
afterAll(async () => {
  console.info(`The loop of server and test was held for ${Math.round(delay.max / 1e6)} ms at most.`)
  await running.stop()
})

const BLOCK = 64 * 1024
/** White space that means nothing to JSON, and does not pack well: a body may be of any size with it. */
const blank = randomBytes(BLOCK).map((byte) => ' \n\t\r'.charCodeAt(byte & 3)) as Buffer
const packedBlank = gzipSync(blank, { level: 1 })

/** A right body that is this large, as it is or packed (gzip lets packed parts follow one another). */
const sized = (name: EndpointName, bytes: number, isPacked: boolean): Buffer => {
  const body = Buffer.from(JSON.stringify(samples[name]?.body))
  const blocks = Math.floor((bytes - body.length) / BLOCK)
  const rest = Buffer.concat([body, blank.subarray(0, bytes - body.length - blocks * BLOCK)])
  return Buffer.concat([
    isPacked ? gzipSync(rest, { level: 1 }) : rest,
    ...Array.from({ length: blocks }, () => (isPacked ? packedBlank : blank)),
  ])
}

const bombs = {
  'spaces that inflate to 32 MiB': gzipSync(Buffer.alloc(32 * 1024 * 1024, ' ')),
  'an object 100 000 levels deep': gzipSync(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'a list 100 000 levels deep': gzipSync(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  '300 000 unknown fields': gzipSync(`{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":0`)}}`),
  'a million values': gzipSync(`{"a":[${'0,'.repeat(1_000_000)}0]}`),
}

const isShown = (endpoint: AnyEndpoint): string => (endpoint.access === 'agent' ? agent.key : ADMIN_KEY)

/** `key`: the token of the header, null for none. */
const send = async (endpoint: AnyEndpoint, body: Buffer, key: string | null, isPacked: boolean) => {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const { status, text } = await sendRaw(running.server.url + path.replace(/\{\w+\}/g, 'x'), {
    method,
    body,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  })
  expect(text.length).toBeLessThan(LARGEST_ANSWER)
  return status
}

/** How an endpoint's body is read, before its shape is looked at: by whom it may be sent, and how much of it is taken. */
const readingOf = ({ access, maxBodyBytes, maxBodyBytesWithToken = maxBodyBytes }: AnyEndpoint): string =>
  `${access === 'public' || access === 'agent' ? access : 'persons'}: ${maxBodyBytes}, ${maxBodyBytesWithToken} bytes`

/** One endpoint of each way of reading: plain or packed, with a token or without, is the same code for all of them. */
const examples = [...new Map(takers.map((taker) => [readingOf(taker[1]), taker])).values()]

/** The bombs are larger than what most endpoints take; where one is not, the endpoint's own shape reads it. */
const OF_MOST = 256 * 1024
const withOwnShape = takers.filter(
  ([, { maxBodyBytes, maxBodyBytesWithToken = maxBodyBytes }]) => maxBodyBytesWithToken > OF_MOST,
)

const mayNot = [401, 403]
const mostOf = ({ maxBodyBytes, maxBodyBytesWithToken }: AnyEndpoint) => maxBodyBytesWithToken ?? maxBodyBytes

const takesNoMoreThan = async (name: EndpointName, endpoint: AnyEndpoint, isPacked: boolean): Promise<void> => {
  const status = (bytes: number) => send(endpoint, sized(name, bytes, isPacked), isShown(endpoint), isPacked)
  const largest = await status(mostOf(endpoint))
  expect(largest).toBeLessThan(500)
  expect(largest).not.toBe(413)
  expect(await status(mostOf(endpoint) + 1)).toBe(413)
}

// Whoever does not administer the organization or the site is answered before anything is read.
const open = takers.filter(([, { access }]) => access !== 'organization' && access !== 'site')
test.each(open)('%s takes its largest body, and not one byte more', (name, endpoint) =>
  takesNoMoreThan(name, endpoint, false),
)

describe.each(examples)('as %s', (name, endpoint) => {
  const { access, maxBodyBytes } = endpoint
  const isOpen = access === 'public'

  test('takes its largest body packed, and not one byte more', () => takesNoMoreThan(name, endpoint, true))

  test('reads of whom nobody knows no more than it must', async () => {
    for (const isPacked of [false, true]) {
      const status = (bytes: number) => send(endpoint, sized(name, bytes, isPacked), null, isPacked)
      const [largest, larger] = [await status(maxBodyBytes), await status(maxBodyBytes + 1)]
      if (isOpen) expect([largest < 500 && largest !== 413, larger]).toEqual([true, 413])
      else for (const one of [largest, larger]) expect(mayNot).toContain(one)
    }
    if (!isOpen)
      expect(mayNot).toContain(await send(endpoint, sized(name, mostOf(endpoint), false), 'x'.repeat(32), false))
  })
})

test.each(takers)('%s asks who sends it before it reads more than the most', async (name, endpoint) => {
  const status = await send(endpoint, sized(name, endpoint.maxBodyBytes + 1, true), null, true)
  expect(endpoint.access === 'public' ? [413] : mayNot).toContain(status)
})

const bombed = [...new Map([...examples, ...withOwnShape])]
describe.each(bombed)('%s', (_, endpoint) => {
  test.each(Object.entries(bombs))('is not held up by %s', async (_, bomb) => {
    for (const key of [null, isShown(endpoint)])
      expect(key === null && endpoint.access !== 'public' ? mayNot : [401, 403, 413, 422]).toContain(
        await send(endpoint, bomb, key, true),
      )
  })
})

test('those whom nobody knows send little, but where the older form of a result needs more', () => {
  const open = takers.filter(([, { access, maxBodyBytes }]) => access === 'public' && maxBodyBytes > 16 * 1024)
  expect(open.map(([name]) => name)).toEqual(['agent.result'])
  for (const [, { maxBodyBytes }] of open) expect(maxBodyBytes).toBeLessThanOrEqual(128 * 1024)
})

test('the description of the API tells how much each endpoint takes', async () => {
  const { paths } = await running.api.get<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
    '/api/openapi.json',
  )
  for (const [, { route, maxBodyBytes }] of takers) {
    const [method = '', path = ''] = route.split(' ')
    expect(paths[path]?.[method.toLowerCase()]).toMatchObject({
      'x-max-body-bytes': maxBodyBytes,
      responses: { 413: expect.anything() },
    })
  }
})

test('nothing of all this was an error of the server', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})

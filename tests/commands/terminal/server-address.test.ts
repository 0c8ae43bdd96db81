import { once } from 'node:events'
import { createServer as createPlain } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readFacts, serverUrl } from '../../../src/cli/server-facts.ts'
import { certificate } from '../../agent/certificate.ts'

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port
}

const failureOf = (url: string): Promise<string> =>
  readFacts(url).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test.each([
  ['localhost:4730', 'http://localhost:4730'],
  ['127.0.0.1:4730/', 'http://127.0.0.1:4730'],
  ['[::1]:4730', 'http://[::1]:4730'],
  ['sonde.localhost', 'http://sonde.localhost'],
  ['https://localhost:4730', 'https://localhost:4730'],
  ['sonde.example.com', 'https://sonde.example.com'],
  ['localhost.example.com:4730', 'https://localhost.example.com:4730'],
  ['http://sonde.example.com/base/', 'http://sonde.example.com/base'],
])('the server %s is %s', (text, url) => {
  expect(serverUrl(text)).toBe(url)
})

test('a server that does not speak TLS is named with the address to try', async () => {
  const port = await portOf(createPlain())
  expect(await failureOf(`https://127.0.0.1:${port}`)).toBe(
    `https://127.0.0.1:${port} cannot be reached: it does not speak TLS as https needs it; without TLS, try http://127.0.0.1:${port}.`,
  )
})

test('a server that speaks only TLS, or has a certificate that nobody knows, is told in a sentence', async () => {
  const tls = certificate({ subject: '127.0.0.1', names: ['127.0.0.1'] })
  const port = await portOf(createSecure({ cert: tls.cert, key: tls.key }))
  expect(await failureOf(`http://127.0.0.1:${port}`)).toContain(`if it uses TLS, try https://127.0.0.1:${port}.`)
  expect(await failureOf(`https://127.0.0.1:${port}`)).toContain('NODE_EXTRA_CA_CERTS=FILE')
  const bare = await portOf(createSecure({}))
  expect(await failureOf(`https://127.0.0.1:${bare}`)).not.toMatch(/SSL|openssl/i)
})

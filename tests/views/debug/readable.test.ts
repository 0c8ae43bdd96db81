import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { readable } from '../../../src/views/debug/readable.ts'

test('a secret never shows, wherever it stands in a context', () => {
  const secret = 'S3cr3t-of-some-length'
  const names = fc.constantFrom('password', 'token', 'api_key', 'Authorization', 'client_secret', 'refreshToken')
  const holding = (inner: unknown): fc.Arbitrary<unknown> =>
    fc.constantFrom({ a: inner }, [inner], new Map([['a', inner]]), new Set([inner]), {
      saves: { one: { input: inner } },
    })
  const secrets = names.chain((name) => fc.constantFrom<unknown>({ [name]: secret }, { key: name, value: secret }))
  fc.assert(
    fc.property(secrets.chain(holding), (context) => {
      const text = JSON.stringify(readable(context))
      expect(text).not.toContain(secret)
      expect(text).toContain(MASK)
    }),
  )
})

test('one-time keys in addresses are masked, and the rest of them is not', () => {
  expect(readable({ href: '/setup/abcdef?x=1' })).toEqual({ href: `/setup/${MASK}?x=1` })
  expect(readable({ href: '/password-reset/a1/abcdef' })).toEqual({ href: `/password-reset/a1/${MASK}` })
  expect(readable({ href: '/?code=abc&state=def&tab=1' })).toEqual({ href: `/?code=${MASK}&state=${MASK}&tab=1` })
  expect(readable({ url: 'https://ada:secret@example.com/a' })).toEqual({ url: `https://ada:${MASK}@example.com/a` })
  expect(readable({ href: '/tests/test/c1/' })).toEqual({ href: '/tests/test/c1/' })
})

test('one-time keys of links are masked in what the app asks of the server: in the names of requests, and in their failures', () => {
  const secret = 'S3cr3t-of-a-link'
  const key = (params: object) => JSON.stringify({ params })
  const asked = {
    resources: {
      [`acknowledgement.read ${key({ token: secret })}`]: { sessionId: 'x:9' },
      [`invite.read ${key({ id: 'i1', secret })}`]: { sessionId: 'x:10' },
    },
    id: `session.read ${key({ uid: secret })}`,
    failure: {
      url: `/api/2/acknowledgements/${secret}`,
      message: `/api/2/account/invites/i1/${secret}/ answered 410.`,
    },
  }
  const text = JSON.stringify(readable(asked))
  expect(text).not.toContain(secret)
  expect(text).toContain('/api/2/account/invites/i1/')
  expect(text).toContain('acknowledgement.read')
  expect(readable({ url: '/api/3/monitors/m1' })).toEqual({ url: '/api/3/monitors/m1' })
})

test('long lists, long texts and other machines are told shortly', () => {
  const rows = Array.from({ length: 10_000 }, (_, place) => ({ id: `m${place}` }))
  const told = readable({ rows, text: 'x'.repeat(5_000), child: { sessionId: 'x:3', send() {} } })
  expect(told).toMatchObject({ child: 'machine x:3' })
  expect(JSON.stringify(told).length).toBeLessThan(1_500)
})

test('the address of a chat’s webhook keeps its host and loses its secret, typed, stored or in a message', () => {
  const secret = 'Qz7Secret9'
  const addresses = [
    `https://hooks.slack.com/services/T0/B0/${secret}`,
    `https://hooks.slack.com/triggers/E0/${secret}`,
    `https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/${secret}/c`,
    `https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?api-version=1&sig=${secret}`,
    `https://chat.googleapis.com/v1/spaces/a/messages?key=a&token=${secret}`,
    `https://discord.com/api/webhooks/123/${secret}`,
    `https://chat.example.com/hooks/${secret}`,
    `https://api.telegram.org/bot123:${secret}/sendMessage`,
  ]
  for (const url of addresses)
    for (const said of [
      { type: 'CHANGE', path: 'parameters.url', value: url },
      { draft: { parameters: { url } } },
      new Error(`${url} answered 404.`),
    ]) {
      const text = JSON.stringify(readable(said))
      expect(text).not.toContain(secret)
      expect(text).toContain(new URL(url).hostname)
    }
  // Addresses that are no secret stay readable.
  expect(readable({ url: 'https://api.example.com/v1/orders?page=2' })).toEqual({
    url: 'https://api.example.com/v1/orders?page=2',
  })
})

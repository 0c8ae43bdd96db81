import { afterAll, beforeAll, expect, test } from 'vitest'
import { WEBHOOK_TYPES } from '../../../src/domain/alerts/webhook-types.ts'
import { PROVIDER_URLS } from '../../../src/domain/auth/auth-origins.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { rightParameters } from '../../support/webhook-parameters.ts'

let running: TestServer
let admin: Api
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1:8443' } })
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

type Answer = { status: number; body: unknown }
/** Creates an object that the server is to call at a URL. */
type Field = { path: string; field: string; bodyAt: (url: string) => object }

const alerts = Object.entries(WEBHOOK_TYPES).flatMap(([id, { parameters, ended }]): Field[] =>
  ended !== undefined
    ? []
    : parameters
        .filter(({ kind }) => kind === 'url')
        .map(({ name }) => ({
          path: '/api/3/webhooks/',
          field: `parameters.${name}`,
          bodyAt: (url) => ({
            web_hook_type: id,
            parameters: { ...rightParameters(id as keyof typeof WEBHOOK_TYPES), [name]: url },
          }),
        })),
)
const settings = PROVIDER_URLS.map(
  (name): Field => ({
    path: '/api/2/auth/',
    field: `settings.${name}`,
    bodyAt: (url) => ({
      meta: { name: 'Setting' },
      settings: { auth_type: 'NONE', [name]: url },
    }),
  }),
)
const providers: Field[] = [
  {
    path: '/api/2/admin/identity-providers/',
    field: 'issuer',
    bodyAt: (issuer) => ({ name: 'Provider', issuer, client_id: 'sonde' }),
  },
]
const fields = [...alerts, ...settings, ...providers].map((one) => [one.field, JSON.stringify(one.bodyAt('…')), one])

const create = (path: string, body: object): Promise<Answer> =>
  (path.includes('/admin/') ? admin : running.api).call('POST', path, body)

test.each(fields)(
  '%s is refused where the server can never call it, and accepted elsewhere: %s',
  async (...[, , one]) => {
    const { path, field, bodyAt } = one as Field
    for (const host of ['10.0.0.1', '127.0.0.1', 'localhost', '[::1]', '169.254.169.254']) {
      const { status, body } = await create(path, bodyAt(`https://${host}/hook`))
      expect([host, status, JSON.stringify(body)]).toEqual([
        host,
        422,
        expect.stringContaining(
          `${field} must be an address that this server may call: ${host.replace(/[[\]]/g, '')} is`,
        ),
      ])
    }
    for (const url of ['https://127.0.0.1:8443/hook', 'https://no-such-name.invalid/hook'])
      expect([url, await create(path, bodyAt(url))]).toEqual([url, expect.objectContaining({ status: 201 })])
  },
)

test('an alert whose address is allowed no longer can be renamed, and given no other such address', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    parameters: { url: 'http://127.0.0.1:8443/hook' },
  })
  const change = (body: object) => running.api.call('PUT', `/api/3/webhooks/${id}`, body)
  const { allowed } = running.server.services
  const rules = (allowed as unknown[]).splice(0)
  expect(await change({ name: 'Old', parameters: { url: 'http://127.0.0.1:8443/hook' } })).toMatchObject({
    status: 200,
  })
  expect(await change({ parameters: { url: 'http://127.0.0.1:8443/other' } })).toMatchObject({ status: 422 })
  ;(allowed as unknown[]).push(...rules)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../../src/contract/core/endpoint.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { joinAgent } from '../../support/agent.ts'
import { addTotp } from '../../support/factors.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

// An organization that requires a second factor, and an ADMIN of it who has none: whoever guessed their password.

const CANARY = 'Vault of the bank'
const TOKENS = '/api/3/agents/join-tokens/'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Made = { id: string; secret: string }

const bank = async (name: string) => {
  const { db } = running.server.services.database
  const boss = await addAccount(running, `boss-of-${name}@example.com`)
  const { api: ofBoss } = await signIn(running.server, boss.email, PASSWORD)
  const { id: org } = await ofBoss().post<Made>('/api/2/organizations/', { name })
  const { id: project } = await ofBoss().post<Made>('/api/2/account/projects', { name: 'Core', org_id: org })
  const monitor = { meta: { name: CANARY }, request: { url: 'https://bank.example/' }, access: { org: true } }
  await ofBoss(project).post('/api/2/calls/', monitor)
  await ofBoss(project).post(TOKENS, { name: CANARY, bound_to: { organization_id: org } })
  const weak = await addAccount(running, `admin-of-${name}@example.com`)
  await addRoles(db, { orgId: org, accountId: weak.id, roles: ['DEFAULT', 'ADMIN'], now: 1 })
  const { api: ofWeak } = await signIn(running.server, weak.email, PASSWORD)
  return { org, project, weak, boss: ofBoss, weakly: ofWeak }
}

const READS: readonly (readonly [string, AnyEndpoint])[] = Object.entries<AnyEndpoint>(contract).filter(
  ([, { route, stream, access }]) => route.startsWith('GET ') && stream !== 'events' && access !== 'agent',
)

test('nothing of an organization is read, and no agent let in, by who does not meet its rules', async () => {
  const { org, project, boss, weakly } = await bank('Strict')
  const seen = async (reads: typeof READS) => {
    const names: string[] = []
    for (const [name, { route }] of reads) {
      const path = route
        .slice(4)
        .replace('{org}', org)
        .replace('{id}', project)
        .replace(/\{\w+\}/g, 'x')
      // Signing out ends the session.
      if (name === 'session.end') continue
      const { body } = await weakly(project).call('GET', path)
      if (JSON.stringify(body ?? null).includes(CANARY)) names.push(name)
    }
    return names
  }
  // Before the rule, so that it is known that they show it.
  const telling = ['monitor.list', 'agent-token.list', 'shared-monitor.list']
  expect((await seen(READS.filter(([name]) => telling.includes(name)))).sort()).toEqual(telling.sort())

  await addTotp(boss(), PASSWORD, running.server.services.clock())
  await boss().post(`/api/2/organizations/${org}/`, { enforce_2fa: true })
  expect(await seen(READS)).toEqual([])
  const asked: readonly (readonly [string, string, object])[] = [
    ['POST', TOKENS, { name: 'x', bound_to: { organization_id: org } }],
    ['POST', TOKENS, { name: 'x', bound_to: { project_ids: [project] } }],
    ['POST', '/api/2/project-subscriptions/', { project_id: project, option: 'daily' }],
    ['POST', '/api/2/project-subscriptions/trigger', { project_id: project, option: 'daily' }],
  ]
  for (const [method, path, body] of asked)
    expect(await weakly().call(method, path, body)).toMatchObject({ status: 403, body: { error: 'mfa_required' } })
  const { body } = await weakly().call('GET', '/api/2/account/projects/figures')
  expect(JSON.stringify(body)).not.toContain(project)
})

test('a join token ends with the right of who made it', async () => {
  const { org, project, weak, boss, weakly } = await bank('Open')
  const ofOrganization = await weakly().post<Made>(TOKENS, { name: 'a', bound_to: { organization_id: org } })
  const ofProject = await weakly().post<Made>(TOKENS, { name: 'b', bound_to: { project_ids: [project] } })
  await joinAgent(running.api, ofOrganization.secret, 'before')
  await joinAgent(running.api, ofProject.secret, 'before-too')
  await boss().call('DELETE', `/api/2/organizations/${org}/accounts/${weak.id}/`)
  for (const { secret } of [ofOrganization, ofProject])
    await expect(joinAgent(running.api, secret, 'afterwards')).rejects.toThrow('401')
})

test('a join token that an API key made ends with the key', async () => {
  const { project, boss } = await bank('Keys')
  const keys = '/api/2/api_keys/'
  const key = await boss(project).post<Made>(keys, { name: 'k', access_level: 'OWNER', expires_days: 1 })
  const token = await running.api.as(key.secret).post<Made & { expires: string }>(TOKENS, {
    name: 'made by a key',
    bound_to: { project_ids: [project] },
  })
  expect(Date.parse(token.expires)).toBeLessThanOrEqual(running.server.services.clock() + 86_400_000)
  await joinAgent(running.api, token.secret, 'by-key')
  await boss(project).call('DELETE', `${keys}${key.id}/`)
  await expect(joinAgent(running.api, token.secret, 'by-key-afterwards')).rejects.toThrow('401')
})

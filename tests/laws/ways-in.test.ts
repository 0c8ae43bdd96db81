import { expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { Access, AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { guardedCall } from '../../src/mcp/guarded-call.ts'
import { offered } from '../../src/mcp/offered.ts'
import { admit } from '../../src/server/access/admit.ts'
import type { Caller } from '../../src/server/access/caller.ts'
import { Refusal } from '../../src/server/refusal.ts'

// A connected application must not give itself, or others, a way in that outlasts its connection: no credential, right, invitation or
// sign-in. It reads nothing that stands for one, or says how others get in.

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract
const all = Object.entries(endpoints)

/** Writes of these are about people, programs and their rights, or about something that belongs to the account or the organization. */
const NEAR_RIGHTS: readonly Access[] = ['public', 'account', 'site', 'organization', 'manage', 'own']

/** Those that let nobody in, with what they are about. */
const LET_NOBODY_IN: Readonly<Record<string, readonly EndpointName[]>> = {
  'agents, by a token of their own, and that they no longer work': ['agent.register', 'agent.result', 'agent.revoke'],
  'what calls present to others': ['certificate.create', 'certificate.update', 'certificate.remove'],
  'other services of an organization, which let nobody in here': [
    'integration.authenticate',
    'integration.begin',
    'integration.update',
    'integration.test',
    'integration.remove',
  ],
  'projects and organizations, whose people stay the same': [
    'project.update',
    'project.remove',
    'organization.create',
    'organization.remove',
    'organization-downtime.create',
    'organization-downtime.update',
    'organization-downtime.remove',
  ],
  'what is published': ['status-page.replace', 'status-page.remove', 'status-page.remove-subscriber'],
  'mail that holds no way in': [
    'outbox.retry',
    'outbox.test',
    'acknowledgement.confirm',
    'expert-subscription.add',
    'expert-subscription.end',
    'recipient.confirm',
    'subscription.add',
    'subscription.end',
    'subscription.add-digest',
    'subscription.end-digest',
    'subscription.trigger',
    'unsubscribe.end',
    'unsubscribe.undo',
  ],
}
const letNobodyIn = new Set<string>(Object.values(LET_NOBODY_IN).flat())

test('who gets in is declared by every endpoint that is near it', () => {
  const undecided = all.filter(
    ([name, { access, effect, wayIn }]) =>
      effect !== 'read' && NEAR_RIGHTS.includes(access) && wayIn === undefined && !letNobodyIn.has(name),
  )
  expect(undecided.map(([name, { access }]) => `${access} ${name}`)).toEqual([])
})

/** Ways in that end with the account's own password, or that let in nobody but the account itself. */
const OF_ONESELF: readonly EndpointName[] = [
  'key.create',
  'project.create',
  'connection.approve',
  'invite.accept',
  'invite.accept-link',
]

test('an account whose address may be somebody else’s lets nobody else in', () => {
  const undecided = all.filter(
    ([name, { access, effect, letsIn, reaches, wayIn }]) =>
      effect === 'write' &&
      // Site admins are appointed by the operator, or by each other.
      access !== 'site' &&
      wayIn !== undefined &&
      wayIn !== 'sign-in' &&
      !letsIn &&
      !reaches &&
      !OF_ONESELF.some((own) => own === name),
  )
  expect(undecided.map(([name]) => name)).toEqual([])
})

const connection = { id: 'c', client: 'Helper', writes: true }
const project = { key: 1, id: 'p', orgId: 'o' }
const callers: readonly Caller[] = [
  {
    kind: 'account',
    accountId: 'a',
    email: 'ada@example.com',
    sitePermission: 'site_admin',
    unconfirmed: null,
    entered: { project, level: 'OWNER' },
    unmet: null,
    assurance: null,
    signIn: null,
    connection,
  },
  { kind: 'api_key', keyId: 'k', accountId: 'a', project, level: 'OWNER', unconfirmed: null, connection },
]

test('no connected application may call them, and no tool does', () => {
  const inPerson = all.filter(([, { wayIn }]) => wayIn !== undefined)
  const named = { header: 'x-project', projectId: project.id }
  const admitted = inPerson.filter(([, each]) =>
    callers.some((caller) => !(admit(each, caller, named) instanceof Refusal)),
  )
  expect(admitted.map(([name]) => name)).toEqual([])
  const names = new Set(inPerson.map(([name]) => name))
  const tools = offered.filter(({ writes = [], reads = [] }) => [...writes, ...reads].some((name) => names.has(name)))
  expect(tools.map(({ id }) => id)).toEqual([])
})

test('no tool calls them, whatever its command declares and whoever is signed in; one that only reads writes nothing', async () => {
  const faults: string[] = []
  for (const writes of [false, true]) {
    const call = guardedCall(async () => ({ results: [] }), writes)
    for (const [name, { wayIn, effect }] of all) {
      // The names of the contract are those of its endpoints.
      const outcome = await call(name as EndpointName, {}, { projectId: null }).then(
        () => 'called',
        () => 'refused',
      )
      const right = wayIn !== undefined || (!writes && effect !== 'read') ? 'refused' : 'called'
      if (outcome !== right) faults.push(`${name}: ${outcome}`)
    }
  }
  expect(faults).toEqual([])
})

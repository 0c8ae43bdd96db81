import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Loaded, type ProjectList } from '../../src/commands/headless/loaded.ts'
import { kinds } from '../../src/commands/kinds.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { AUDIT_LISTS } from '../../src/mcp/audit-entries.ts'
import { guardedCall } from '../../src/mcp/guarded-call.ts'
import { offered } from '../../src/mcp/offered.ts'
import { codeIn, home } from '../support/sources.ts'

// An assistant has no business to read how people and programs get in, and makes nothing by which they could.

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract
const all = Object.entries(endpoints)

const fieldsOf = (shape: unknown): readonly string[] =>
  typeof shape === 'object' && shape !== null
    ? Object.entries(shape).flatMap(([key, value]) => [...(Array.isArray(shape) ? [] : [key]), ...fieldsOf(value)])
    : []

/** Endpoints for people and their programs that no declaration keeps from assistants. */
const open = all.filter(([, { wayIn, for: audience }]) => wayIn === undefined && audience !== 'agent')

const answering = (fields: RegExp, decided: ReadonlySet<string>): readonly string[] =>
  open.flatMap(([name, { answer }]) => {
    const found = decided.has(name) ? undefined : fieldsOf(answer).find((field) => fields.test(field))
    return found === undefined ? [] : [`${name}: ${found}`]
  })

/** Fields that hold what lets somebody in here, where an answer shows it. */
const CREDENTIAL = /^(api_key|recovery_codes|join_token|agent_key|link|secret)\??$/

/** Answers whose field of such a name lets nobody in here: secrets for other services, which are masked, or whether something is one. */
const OF_OTHERS = /^(webhook|monitor|browser-test|auth-setting|token|variable)\./

test('an answer with a field that lets somebody in is for a person alone', () => {
  const others = new Set(open.map(([name]) => name).filter((name) => OF_OTHERS.test(name)))
  expect(answering(CREDENTIAL, others)).toEqual([])
})

/** Fields that say how somebody gets in, or what they may do then. */
const HOW =
  /^(access_level|site_permission|permissions|roles|role_id|ways|grants|invites?|invited_by|ip|last_ip|multifactor|has_second_factor|last_login|session_count|identities|has_password|recovery_codes_left|prefix|api_keys|enforce_2fa|session_hours|password_expiry_days|admits|sessions)\??$/

/** Those that an assistant may read, by the reason. */
const MAY_BE_READ: Readonly<Record<string, readonly EndpointName[]>> = {
  'of the caller alone; no tool answers the whole of the list': ['project.list', 'project.read', 'project.update'],
  'rules of an organization, which name nobody': ['organization.list', 'organization.read', 'organization.create'],
  'who changed something; what is about a way in is hidden from tools': [
    'audit.list',
    'audit.list-of-resource',
    'audit.list-of-organization',
  ],
  'the address that a run called': ['trial.read'],
}

test('an answer that says how somebody gets in, or with which rights, is for a person alone', () => {
  const decided = Object.values(MAY_BE_READ).flat()
  expect(answering(HOW, new Set<string>(decided))).toEqual([])
  const shown = new Set(
    open.filter(([, { answer }]) => fieldsOf(answer).some((field) => HOW.test(field))).map(([name]) => name),
  )
  expect(decided.filter((name) => !shown.has(name))).toEqual([])
  expect(offered.filter(({ reads }) => reads?.includes('project.list')).map(({ id }) => id)).toEqual([])
})

test('what people alone may change, they alone may read', () => {
  const nounOf = (name: string) => name.split('.')[0]
  const undecided = open.filter(([name, { effect, access }]) => {
    const writes = all.filter(([other, each]) => nounOf(other) === nounOf(name) && each.effect !== 'read')
    // The page of a sign-in is read before anybody is known.
    return (
      effect === 'read' &&
      access !== 'public' &&
      writes.length > 0 &&
      writes.every(([, { wayIn }]) => wayIn !== undefined)
    )
  })
  expect(undecided.map(([name]) => name)).toEqual([])
})

test('every tool declares what it calls, but for lists of names that are loaded anyway', () => {
  const silent = offered.filter(({ writes = [], reads = [] }) => writes.length + reads.length === 0)
  expect(silent.map(({ id }) => id)).toEqual([
    'rows.project',
    'rows.collection',
    'rows.browser-test',
    'rows.tag',
    'rows.location',
  ])
})

test('an argument whose names people alone may read is still read by its id', async () => {
  const call = guardedCall(async () => ({ data: [], results: [] }), true)
  const loaded = new Loaded(
    // What comes back is the answer of the endpoint that was named.
    async (operation, input) => (await call(operation, input, { projectId: null })) as never,
    { projects: [], organizations: [] } as unknown as ProjectList,
  )
  const named = Object.values(kinds).flatMap(({ list }) => (list === null || list === 'session' ? [] : [list]))
  const kept = named.filter(({ operation }) => endpoints[operation]?.wayIn !== undefined)
  expect(kept.length).toBeGreaterThan(2)
  for (const { operation, input } of kept) expect(await loaded.load(operation, input)).toMatchObject({ more: false })
})

const entry = (action: string) => ({
  id: 'e',
  number: 1,
  time: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user' as const, id: 'a', name: 'Ada', email: 'ada@example.com', as: null },
  ip: '192.0.2.7',
  user_agent: 'MCP: Helper',
  project_id: 'p',
  org_id: null,
  resource: { type: 'thing', id: 't', name: 'bob@example.com' },
  action,
  changes: [{ path: 'level', before: 'VIEWER', after: 'OWNER' }],
  request_id: 'r',
  hash: 'h',
})

test('entries of the audit log say who changed something, and of a way in nothing more', async () => {
  const read = async (operation: EndpointName, action: string) => {
    const call = guardedCall(async () => ({ meta: {}, results: [entry(action)] }), false)
    return JSON.stringify(await call(operation, {}, { projectId: null }))
  }
  const faults: string[] = []
  for (const operation of AUDIT_LISTS)
    for (const [name, { audit, wayIn }] of all) {
      const text = audit === null ? '' : await read(operation, audit)
      if (text.includes('192.0.2.7')) faults.push(`${name}: shows the address`)
      if (audit !== null && !text.includes('ada@example.com')) faults.push(`${name}: hides who it was`)
      if (wayIn !== undefined && /bob|OWNER/.test(text)) faults.push(`${name}: shows the way in`)
    }
  expect(faults).toEqual([])
  expect(await read('audit.list', 'session.fail')).not.toContain('bob')
  expect(await read('audit.list', 'monitor.update')).toContain('OWNER')
  const logs = open.filter(
    ([, { answer }]) => fieldsOf(answer).includes('user_agent') && fieldsOf(answer).includes('hash'),
  )
  expect(logs.map(([name]) => name)).toEqual(AUDIT_LISTS)
})

/** Functions of the store that make what lets somebody in. */
const MAKERS = /\b(storeApiKey|createApiKey|addServiceKey|addJoinToken|addConnection|issueToken|addInvite|addFactor)\b/

test('a handler that makes a credential is of an endpoint for people alone', () => {
  const files = codeIn('src/server/handlers').map((file) => [file, readFileSync(join(home, file), 'utf8')] as const)
  const making = files.filter(([, code]) => MAKERS.test(code))
  expect(making.length).toBeGreaterThan(4)
  const faults = making.flatMap(([file, code]) =>
    [...code.matchAll(/^\s+'([\w-]+\.[\w-]+)': /gm)].flatMap(([, name = '']) => {
      const { effect, wayIn } = endpoints[name] ?? {}
      return effect !== undefined && effect !== 'read' && wayIn === undefined ? [`${file}: ${name}`] : []
    }),
  )
  expect(faults).toEqual([])
})

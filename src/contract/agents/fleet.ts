import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { data, time } from '../core/wire.ts'

/** The only organization or projects whose monitors run there. Absent or empty: all. */
const binding = shape({
  'organization_id?': 'string <= 64 | null',
  'project_ids?': ['string[] <= 200', '|', 'null'],
})

const bound = shape([
  {
    organization: [{ id: 'string', name: 'string' }, '|', 'null'],
    projects: [{ id: 'string', name: 'string' }, '[]'],
  },
  '|',
  'null',
])

const agentRow = shape({
  id: 'string',
  location_id: 'string',
  /** The location's name. */
  name: 'string',
  /** Provider, region and country with its flag, as far as they are known. */
  short_name: 'string',
  place: {
    'cloud?': 'string',
    'region?': 'string',
    'country?': 'string',
    'continent?': 'string',
    'city?': 'string',
    'location?': 'number[] == 2',
  },
  /** Null: it runs monitors of all projects. */
  bound_to: bound,
  version: 'string',
  /** Whether its program is older than the server's. */
  is_older: 'boolean',
  capabilities: 'string[]',
  concurrency: 'number.integer | null',
  online: 'boolean',
  /** Longest delay of a start in the last minute; null if none started. */
  lag_ms: 'number | null',
  running: 'number.integer | null',
  waiting: 'number.integer | null',
  clock_offset_ms: 'number | null',
  /** Whether its browser runs in its sandbox; null while it has started none. */
  browser_sandbox: 'boolean | null',
  created: time,
  last_seen: time,
  owner: 'string | null',
  /** Null for callers who do not manage the agent. */
  remote_addr: 'string | null',
  /** `asked`: the agent gets a new key when it next asks for work. `overlap`: it has one, and both are valid until it uses it. */
  rotation: "'none' | 'asked' | 'overlap'",
  key_changed: [time, '|', 'null'],
  revoked: [time, '|', 'null'],
  /** Whether the caller may change, rotate and revoke it. */
  may_manage: 'boolean',
})

const runningJob = shape({
  result_id: 'string',
  due: time,
  /** Null for runs of projects that the caller may not see. */
  monitor: [{ id: 'string', name: 'string', project_id: 'string' }, '|', 'null'],
  attempt: 'number.integer',
  leased_until: time,
})

const tokenRow = shape({
  id: 'string',
  name: 'string',
  prefix: 'string',
  bound_to: bound,
  created: time,
  created_by: 'string | null',
  expires: [time, '|', 'null'],
  last_used: [time, '|', 'null'],
  /** Agents that joined with it and are not revoked. */
  agents: 'number.integer',
})

/** Agents as people manage them. */
export const fleet = {
  'agent.program': endpoint('GET /api/3/agents/program', {
    summary: 'Returns facts about the agent program that this server hands out, for running an agent elsewhere',
    access: 'account',
    answer: shape({
      version: 'string',
      /** The address that agents connect to. */
      server_url: 'string',
      /** Null if this server has no built program. */
      program: [{ path: 'string', sha256: 'string', bytes: 'number.integer' }, '|', 'null'],
    }),
  }),
  'agent.fleet': endpoint('GET /api/3/agents/', {
    summary: 'Lists the agents at the locations that the caller can use or manages, those seen last first',
    access: 'account',
    lists: 'data',
    answer: data(agentRow),
  }),
  'agent.read': endpoint('GET /api/3/agents/{id}', {
    summary: 'Returns one agent with the runs that are leased to it, up to 100',
    access: 'account',
    answer: shape({ ...agentRow, jobs: [runningJob, '[]'], job_count: 'number.integer' }),
  }),
  'agent.place': endpoint('PUT /api/3/agents/{id}/location', {
    summary: 'Changes the location of an agent: its name, provider, region, country, city, coordinates and binding',
    access: 'account',
    // The binding decides whose secrets the agent gets.
    wayIn: 'credential',
    letsIn: true,
    audit: 'location.update',
    body: shape({
      'name?': nameOf('1 <= string <= 200'),
      /** Empty or null: unknown. */
      'cloud?': 'string <= 40 | null',
      'region?': 'string <= 100 | null',
      'country?': 'string <= 2 | null',
      'city?': 'string <= 200 | null',
      /** Latitude and longitude. */
      'coordinates?': ['number[] == 2', '|', 'null'],
      'bound_to?': [binding, '|', 'null'],
    }),
    answer: agentRow,
  }),
  'agent.rotate': endpoint('POST /api/3/agents/{id}/rotate', {
    summary: 'Has an agent replace its key; the old key is valid until the new one is used',
    access: 'account',
    wayIn: 'credential',
    letsIn: true,
    audit: 'agent.rotate',
    answer: agentRow,
  }),
  'agent.revoke': endpoint('DELETE /api/3/agents/{id}', {
    summary: 'Revokes an agent at once: its key is refused, and its runs go to other agents',
    access: 'account',
    audit: 'agent.revoke',
    answer: agentRow,
  }),
} as const

/** Tokens with which agents join, beside the installation's own. */
export const agentTokens = {
  'agent-token.list': endpoint('GET /api/3/agents/join-tokens/', {
    summary: 'Lists the join tokens that the caller manages, newest first',
    access: 'account',
    wayIn: 'credential',
    lists: 'data',
    answer: data(tokenRow),
  }),
  'agent-token.create': endpoint('POST /api/3/agents/join-tokens/', {
    summary: 'Creates a join token; agents that join with it run monitors of its organization or projects alone',
    access: 'account',
    wayIn: 'credential',
    letsIn: true,
    audit: 'agent-token.create',
    status: 201,
    repeatable: true,
    body: shape({
      name: nameOf('1 <= string <= 200'),
      'bound_to?': [binding, '|', 'null'],
      /** Null: it does not expire. */
      'expires_days?': '1 <= number.integer <= 3650 | null',
    }),
    answer: shape({ ...tokenRow, secret: 'string' }),
  }),
  'agent-token.remove': endpoint('DELETE /api/3/agents/join-tokens/{id}', {
    summary: 'Deletes a join token; agents that joined with it stay',
    access: 'account',
    wayIn: 'credential',
    audit: 'agent-token.delete',
    status: 204,
    answer: null,
  }),
} as const

import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

/** One thing that somebody did. */
export const auditEntry = shape({
  id: 'string',
  /** Its place in the chain of its project, from 1. */
  number: 'number.integer >= 1',
  time,
  actor: {
    kind: "'user' | 'api_key' | 'agent' | 'system'",
    id: 'string | null',
    /** As the account, key or agent is called now; null where it is gone and nothing remembers it. */
    name: 'string | null',
    /** Of a key: that of the account that made it. */
    email: 'string | null',
  },
  ip: 'string | null',
  user_agent: 'string | null',
  project_id: 'string | null',
  org_id: 'string | null',
  resource: { type: 'string', id: 'string', name: 'string | null' },
  /** `noun.verb`. */
  action: 'string',
  /** Where what was before and what is now differ; of a secret, only that it was changed. */
  changes: [{ path: 'string', before: 'unknown', after: 'unknown' }, '[]'],
  request_id: 'string',
  /** What vouches for the entry and for all before it: 64 hexadecimal digits. */
  hash: 'string',
})

const narrowed = shape({
  /** Not older than. */
  'from?': time,
  /** Older than. */
  'to?': time,
  /** The id of an account, key or agent, or an account's e-mail address. */
  'actor?': 'string <= 320',
  /** `noun.verb`, or a noun alone for all that was done to such things. */
  'action?': 'string <= 100',
  /** The kind of what it was done to: `monitor`, `api_key`. */
  'type?': 'string <= 100',
})

const asked = shape({ '...': narrowed, 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 100' })

/** The first place where a chain of entries does not hold. */
const fault = shape({
  why: "'changed' | 'missing' | 'added' | 'wrong_key'",
  /** The entry's number in its chain. */
  number: 'number',
  entry_id: 'string | null',
  time: [time, '|', 'null'],
  project_id: 'string | null',
  /** What happened, in a sentence. */
  message: 'string',
})

/** What going along a chain of entries came to. */
export const verification = shape({
  intact: 'boolean',
  /** How many entries hold. */
  checked: 'number.integer >= 0',
  /** The oldest of them. */
  since: [time, '|', 'null'],
  /** Entries that had their time, after 13 months, and on which the oldest still hangs. */
  dropped: 'number.integer >= 0',
  /** Since when entries are chained as they are written. */
  begun: [time, '|', 'null'],
  /** How many chains these were: one for each project, and one for what belongs to none. */
  chains: 'number.integer >= 0',
  /** The newest entry of a chain. Its hash, noted elsewhere, is the proof against whoever replaces the whole store. */
  newest: [{ number: 'number', hash: 'string' }, '|', 'null'],
  faults: [fault, '[]'],
  /** When it was looked at. */
  time,
})

/** Who did what, when and from where. Entries are only ever added. */
export const audits = {
  'audit.list': endpoint('GET /api/2/audits/', {
    summary: 'What was done in the project: by whom, from where, and what it changed; newest first',
    access: 'inspect',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-resource': endpoint('GET /api/2/audits/resource/{id}/', {
    summary: 'What was done to one thing of the project, newest first, also after it was deleted',
    access: 'inspect',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-organization': endpoint('GET /api/2/audits/organization/{org}/', {
    summary: 'What was done in all projects of an organization, newest first; for its ADMINs, and for site people',
    access: 'account',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-installation': endpoint('GET /api/3/audits/installation', {
    summary: 'What belongs to no project, newest first: sign-ins and those that failed, accounts, agents that joined',
    access: 'site',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.csv': endpoint('GET /api/3/audits/csv', {
    summary: 'The audit log of the project as comma-separated values, newest first, all of it or narrowed',
    access: 'manage',
    media: 'text/csv; charset=utf-8',
    stream: 'bytes',
    query: narrowed,
    answer: shape('string'),
  }),
  'audit.verify': endpoint('GET /api/3/audits/verification', {
    summary:
      'Whether the audit log of the project is as it was written: goes along its chain and recalculates every hash',
    access: 'inspect',
    answer: verification,
  }),
  'audit.verify-installation': endpoint('GET /api/3/audits/verification/installation', {
    summary: 'The same for every project, and for what belongs to none',
    access: 'site',
    answer: verification,
  }),
} as const

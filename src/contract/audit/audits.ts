import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

/** One recorded action. */
export const auditEntry = shape({
  id: 'string',
  /** Position in the project's hash chain, from 1. */
  number: 'number.integer >= 1',
  time,
  actor: {
    kind: "'user' | 'api_key' | 'service_account' | 'agent' | 'system'",
    id: 'string | null',
    /** Current name of the account, key or agent; null if it was deleted and no name is known. */
    name: 'string | null',
    /** For a key, the address of the account that created it. */
    email: 'string | null',
    /** The site permission by which it acted in a project or organization; null for members. */
    as: "'site_admin' | 'site_analyst' | 'site_viewer' | null",
  },
  ip: 'string | null',
  user_agent: 'string | null',
  project_id: 'string | null',
  org_id: 'string | null',
  resource: { type: 'string', id: 'string', name: 'string | null' },
  /** `noun.verb`. */
  action: 'string',
  /** Fields that differ before and after. For a secret, only that it changed. */
  changes: [{ path: 'string', before: 'unknown', after: 'unknown' }, '[]'],
  request_id: 'string',
  /** Chained hash that covers this entry and all before it: 64 hexadecimal digits. */
  hash: 'string',
})

const narrowed = shape({
  /** Inclusive. */
  'from?': time,
  /** Exclusive. */
  'to?': time,
  /** Id of an account, key or agent, or an account's email address. */
  'actor?': 'string <= 320',
  /** `noun.verb`, or a noun alone for all actions on that kind. */
  'action?': 'string <= 100',
  /** Kind of the resource: `monitor`, `api_key`. */
  'type?': 'string <= 100',
})

const asked = shape({ '...': narrowed, 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 100' })

/** The first place where a hash chain is broken. */
const fault = shape({
  why: "'changed' | 'missing' | 'added' | 'wrong_key'",
  /** The entry's number in its chain. */
  number: 'number',
  entry_id: 'string | null',
  time: [time, '|', 'null'],
  project_id: 'string | null',
  /** The fault, in a sentence. */
  message: 'string',
})

/** Outcome of verifying hash chains. */
export const verification = shape({
  intact: 'boolean',
  /** Number of intact entries. */
  checked: 'number.integer >= 0',
  /** Time of the oldest intact entry. */
  since: [time, '|', 'null'],
  /** Entries that expired after 13 months. The oldest remaining entry still links to them. */
  dropped: 'number.integer >= 0',
  /** When chaining of entries began. */
  begun: [time, '|', 'null'],
  /** Number of chains: one per project, and one for entries without a project. */
  chains: 'number.integer >= 0',
  /** The newest entry of a chain. Its hash, noted elsewhere, proves that the whole store was not replaced. */
  newest: [{ number: 'number', hash: 'string' }, '|', 'null'],
  faults: [fault, '[]'],
  /** When the verification ran. */
  time,
})

/** The audit log: who did what, when and from where. Entries are only ever added. */
export const audits = {
  'audit.list': endpoint('GET /api/2/audits/', {
    summary: 'Lists the audit log of the project, newest first: who did what, from where, and the changes',
    access: 'inspect',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-resource': endpoint('GET /api/2/audits/resource/{id}/', {
    summary: 'Lists the audit entries of one resource, newest first, even after it was deleted',
    access: 'inspect',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-organization': endpoint('GET /api/2/audits/organization/{org}/', {
    summary: 'Lists the audit log of all projects of an organization, newest first; for its ADMINs and site admins',
    access: 'account',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.list-of-installation': endpoint('GET /api/3/audits/installation', {
    summary:
      'Lists audit entries without a project, newest first: sign-ins and failed ones, accounts, agents that joined',
    access: 'site',
    wayIn: 'sign-in',
    query: asked,
    lists: 'results',
    answer: results(auditEntry),
  }),
  'audit.csv': endpoint('GET /api/3/audits/csv', {
    summary: 'Exports the audit log of the project as CSV, newest first; the filters apply',
    access: 'manage',
    wayIn: 'sign-in',
    media: 'text/csv; charset=utf-8',
    stream: 'bytes',
    query: narrowed,
    answer: shape('ArrayBuffer'),
  }),
  'audit.verify': endpoint('GET /api/3/audits/verification', {
    summary: 'Verifies the audit log’s hash chain for the project by recomputing every hash',
    access: 'inspect',
    answer: verification,
  }),
  'audit.verify-installation': endpoint('GET /api/3/audits/verification/installation', {
    summary: 'Verifies the hash chains of all projects and of entries without a project',
    access: 'site',
    answer: verification,
  }),
} as const

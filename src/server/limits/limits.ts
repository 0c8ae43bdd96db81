import type { AnyEndpoint, Limit } from '../../contract/core/endpoint.ts'
import type { Caller, Project } from '../access/caller.ts'
import { isHashingBusy } from '../access/password.ts'
import { networkOf } from '../access/password-attempts.ts'
import { Refusal, tooManyRequests } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { type Buckets, openBuckets } from './buckets.ts'
import { countChange } from './changes.ts'
import type { LimitSettings } from './settings.ts'

/** An address without a valid token gets this fraction of an account's limit. */
const STRANGER_SHARE = 5
/** All keys of an account together get this multiple of one key's limit. */
const KEYS_OF_ACCOUNT = 4
/** An agent gets this multiple of a key's limit: results, long bodies and files come in many requests. */
const REQUESTS_OF_AGENT = 10
/** Agents with the older report format send no token in the header, and many may share an address. */
const AGENTS_AT_ADDRESS = 10

/** Rate limits per caller, applied before anything but a request's headers is read. */
export type Limits = {
  /** Counts a request of this caller; null if it is within the limit. */
  ofCaller(endpoint: AnyEndpoint, caller: Caller | null, ip: string | null): Refusal | null
  /** Counts an admitted request against its endpoint's own limit, if it has one. */
  ofDeed(endpoint: AnyEndpoint, who: { caller: Caller; ip: string | null; project: Project | null }): Refusal | null
  /** Counts an admitted change by a caller whose address is not confirmed, in the store. `now`: milliseconds since the epoch. */
  ofChange(endpoint: AnyEndpoint, caller: Caller, at: { db: Db; now: number }): Promise<Refusal | null>
  /** Counts a request to the identity provider and returns the wait (ms), 0 for none. */
  ofProvider(what: 'sign-in' | 'request', ip: string | null): number
  /** Counts a subscription to a status page, which sends a mail, and returns the wait (ms), 0 for none. */
  ofStatusForm(ip: string | null): number
}

/** `clock`: milliseconds of a monotonic clock. */
export const openLimits = (settings: LimitSettings, clock: () => number): Limits => {
  const buckets = openBuckets(clock)
  return {
    ofCaller(endpoint, caller, ip) {
      const { requests } = settings
      if (requests === null) return null
      const waitMs = waitOfCaller(buckets, requests, endpoint, caller, ip)
      return waitMs === 0 ? null : tooManyRequests('requests', waitMs)
    },

    ofDeed({ limit }, { caller, ip, project }) {
      if (limit === undefined || caller.kind === 'agent') return null
      const perMinute = settings[SETTING_OF[limit]]
      const who = project ? `project ${project.key}` : nameOf(caller, ip)
      const waitMs = perMinute === null ? 0 : buckets.take(`${limit} of ${who}`, perMinute)
      if (waitMs > 0) return tooManyRequests(WORDS[limit], waitMs)
      return limit === 'password' && isHashingBusy()
        ? new Refusal(503, 'unavailable', 'Too many people are signing in at the moment: try again in a few seconds.', {
            retryAfterSeconds: 3,
          })
        : null
    },

    ofChange: (endpoint, caller, { db, now }) => countChange(db, settings.unconfirmedChanges, endpoint, caller, now),

    ofProvider(what, ip) {
      const { signIns, requests } = settings
      if (what === 'sign-in') return signIns === null ? 0 : buckets.take(`begun sign-in at ${networkOf(ip)}`, signIns)
      return requests === null ? 0 : buckets.take(`address ${networkOf(ip)}`, strangers(requests))
    },

    ofStatusForm(ip) {
      const { sends } = settings
      return sends === null ? 0 : buckets.take(`status form of ${networkOf(ip)}`, strangers(sends))
    },
  }
}

const SETTING_OF = { run: 'runs', send: 'sends', fetch: 'sends', password: 'signIns' } as const satisfies Record<
  Limit,
  keyof LimitSettings
>

const WORDS: Readonly<Record<Limit, string>> = {
  run: 'runs on demand in this project',
  send: 'messages',
  fetch: 'downloads from web addresses in this project',
  password: 'sign-ins from this address',
}

const strangers = (requests: number): number => Math.ceil(requests / STRANGER_SHARE)

const waitOfCaller = (
  buckets: Buckets,
  requests: number,
  endpoint: AnyEndpoint,
  caller: Caller | null,
  ip: string | null,
): number => {
  if (caller?.kind === 'account' || caller?.kind === 'service') return buckets.take(nameOf(caller, ip), requests)
  if (caller?.kind === 'api_key') {
    const { accountId } = caller
    const ofKey = buckets.take(nameOf(caller, ip), requests)
    return ofKey || accountId === null ? ofKey : buckets.take(`keys of ${accountId}`, requests * KEYS_OF_ACCOUNT)
  }
  if (caller?.kind === 'agent') return buckets.take(nameOf(caller, ip), requests * REQUESTS_OF_AGENT)
  return endpoint.for === 'agent'
    ? buckets.take(`agents at ${networkOf(ip)}`, requests * AGENTS_AT_ADDRESS)
    : buckets.take(`address ${networkOf(ip)}`, strangers(requests))
}

const nameOf = (caller: Caller, ip: string | null): string => {
  if (caller.kind === 'account') return `account ${caller.accountId}`
  if (caller.kind === 'service') return `service account ${caller.accountId}`
  if (caller.kind === 'agent') return `agent ${caller.agentId}`
  return caller.kind === 'api_key' ? `key ${caller.keyId}` : `address ${networkOf(ip)}`
}

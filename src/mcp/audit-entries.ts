import type { EndpointName, ProductContract } from '../contract/contract.ts'
import { contract } from '../contract/contract.ts'
import type { AnswerOf, AnyEndpoint } from '../contract/core/endpoint.ts'
import { HIDDEN } from './masked.ts'

type Log = AnswerOf<ProductContract['audit.list']>
type Entry = Log['results'][number]

/** Lists of the audit log that tools read. Others are ways in themselves. */
export const AUDIT_LISTS: readonly EndpointName[] = [
  'audit.list',
  'audit.list-of-resource',
  'audit.list-of-organization',
]

const endpoints: readonly AnyEndpoint[] = Object.values(contract)

/** Recorded actions on sign-ins, credentials, rights and invitations. */
const ACTIONS = new Set(endpoints.flatMap(({ wayIn, audit }) => (wayIn !== undefined && audit !== null ? [audit] : [])))
const nounOf = (action: string): string => action.split('.')[0] ?? action
const NOUNS = new Set([...ACTIONS].map(nounOf))
for (const { wayIn, audit, effect } of endpoints)
  if (audit !== null && wayIn === undefined && effect !== 'read') NOUNS.delete(nounOf(audit))

/** Whether an action is about a way in. A noun that has no other actions is one as a whole: the server itself records further ones. */
const isOfWayIn = (action: string): boolean => ACTIONS.has(action) || NOUNS.has(nounOf(action))

/** Who did what and when stays; what it was done to says whom somebody let in, and by which address. */
const withoutWayIn = (entry: Entry): Entry => ({
  ...entry,
  ip: null,
  ...(isOfWayIn(entry.action) && {
    resource: { ...entry.resource, name: HIDDEN },
    changes: entry.changes.map(({ path }) => ({ path, before: HIDDEN, after: HIDDEN })),
  }),
})

/** An answer of an endpoint, in which no entry of the audit log shows a way in. */
export const withoutWaysIn = (operation: EndpointName, answer: unknown): unknown => {
  if (!AUDIT_LISTS.includes(operation)) return answer
  // The lists of the audit log answer the same shape.
  const log = answer as Log
  return { ...log, results: log.results.map(withoutWayIn) }
}

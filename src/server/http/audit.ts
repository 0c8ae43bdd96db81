import type { Caller } from '../access/caller.ts'
import { appendEntries, type Content } from '../store/audit/audit-chain.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { isSealed, type Sealing } from '../store/core/sealing.ts'
import type { Change, Context } from './context.ts'

const MAX_CHANGES = 200
const MAX_VALUE_CHARACTERS = 2000

/** Who did it, as the audit log names them. */
export const actorOf = (caller: Caller): { kind: string; id: string | null } => {
  if (caller.kind === 'api_key') return { kind: 'api_key', id: caller.keyId }
  if (caller.kind === 'account') return { kind: 'account', id: caller.accountId }
  if (caller.kind === 'agent') return { kind: 'agent', id: caller.agentId }
  return { kind: 'system', id: null }
}

/** What an entry says of the request. */
export type Deed = Pick<Context, 'db' | 'now' | 'caller' | 'ip' | 'userAgent' | 'requestId'>

type Whereabouts = { key: number; orgId: string | null } | null

/** Writes an entry for each change, as the last part of the deed's own transaction, or in one of their own where there is none. */
export const writeAudit = async (
  sealing: Sealing,
  deed: Deed,
  { action, changes, project }: { action: string; changes: readonly Change[]; project: Whereabouts },
): Promise<void> => {
  const places = new Map<number | null, Content[]>()
  for (const change of changes) {
    const place = change.project ?? project
    const entry = contentOf(deed, action, change, place)
    const others = places.get(entry.project_key)
    if (others) others.push(entry)
    else places.set(entry.project_key, [entry])
  }
  const write = async (db: Db) => {
    for (const entries of places.values()) await appendEntries(db, sealing, entries, deed.now)
  }
  await (deed.db.isTransaction ? write(deed.db) : deed.db.transaction().execute(write))
}

const contentOf = (deed: Deed, action: string, change: Change, place: Whereabouts): Content => ({
  id: newId(),
  time: deed.now,
  project_key: place?.key ?? null,
  org_id: place?.orgId ?? null,
  actor: actorOf(deed.caller),
  ip: deed.ip,
  user_agent: deed.userAgent === null ? null : cut(deed.userAgent, 400),
  resource: change.resource,
  action,
  changes: differences(change.before, change.after),
  request_id: deed.requestId,
})

type Difference = { path: string; before: unknown; after: unknown }

/** Where two documents differ, by path. Secrets are sealed in what is compared, and are told only as "changed". */
const differences = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isSealed(before) || isSealed(after))
    return same(before, after) ? [] : [{ path, before: before ? 'changed' : null, after: after ? 'changed' : null }]
  // What is new, or gone, is told field by field too.
  const [was, is] = [before ?? (isPlain(after) ? {} : before), after ?? (isPlain(before) ? {} : after)]
  if (isPlain(was) && isPlain(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return names
      .flatMap((name) => differences(was[name], is[name], path === '' ? name : `${path}.${name}`))
      .slice(0, MAX_CHANGES)
  }
  if (same(before, after) || (isNothing(before) && isNothing(after))) return []
  const lists = Array.isArray(before) && Array.isArray(after) ? withoutShared(before, after) : { before, after }
  const known = secretsIn(before)
  const now = told(lists.after, (secret) => (known.has(secret) ? 'secret' : 'changed'))
  return [{ path, before: told(lists.before, () => 'secret'), after: now }]
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Two lists; of long ones, only what is not in both: nobody reads a hundred headers for the one that was changed. */
const withoutShared = (before: unknown[], after: unknown[]): { before: unknown[]; after: unknown[] } => {
  if (JSON.stringify([before, after]).length <= MAX_VALUE_CHARACTERS) return { before, after }
  const [left, right] = [before, after].map((list) => new Set(list.map((item) => JSON.stringify(item))))
  return {
    before: before.filter((item) => !right?.has(JSON.stringify(item))),
    after: after.filter((item) => !left?.has(JSON.stringify(item))),
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** At most so many characters, and no half of one at the end. */
const cut = (text: string, characters: number): string => text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')

/** The secrets within a value, as they are sealed. */
const secretsIn = (value: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  JSON.stringify(value, (_, part) => {
    if (isSealed(part)) found.add(part.sealed)
    return part
  })
  return found
}

/** A value as it may stand in the log: each secret as the word for it, and not longer than a person would read. */
const told = (value: unknown, wordFor: (sealed: string) => string): unknown => {
  if (value === undefined) return null
  const text = JSON.stringify(value, (_, part) => (isSealed(part) ? wordFor(part.sealed) : part))
  return text.length <= MAX_VALUE_CHARACTERS ? JSON.parse(text) : `${cut(text, MAX_VALUE_CHARACTERS)}…`
}

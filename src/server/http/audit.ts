import { cutText } from '../../domain/core/cut-text.ts'
import type { Caller } from '../access/caller.ts'
import { appendEntries, type Content } from '../store/audit/audit-chain.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import type { Change, Context } from './context.ts'

const MAX_CHANGES = 200
const MAX_VALUE_CHARACTERS = 2000

/** Returns the actor as the audit log stores it. */
export const actorOf = (caller: Caller): { kind: string; id: string | null } => {
  if (caller.kind === 'api_key' && caller.connection) return { kind: 'account', id: caller.accountId }
  if (caller.kind === 'api_key') return { kind: 'api_key', id: caller.keyId }
  if (caller.kind === 'account') return { kind: 'account', id: caller.accountId }
  if (caller.kind === 'service') return { kind: 'service', id: caller.accountId }
  if (caller.kind === 'agent') return { kind: 'agent', id: caller.agentId }
  return { kind: 'system', id: null }
}

/** The parts of a request that an entry stores. */
export type AuditedRequest = Pick<Context, 'db' | 'now' | 'caller' | 'actsAs' | 'ip' | 'userAgent' | 'requestId'>

type AuditScope = { key: number; orgId: string | null } | null

/** Writes an entry per change: at the end of the request's own transaction, or in a new one if it has none. */
export const writeAudit = async (
  sealing: SecretCipher,
  request: AuditedRequest,
  { action, changes, project }: { action: string; changes: readonly Change[]; project: AuditScope },
): Promise<void> => {
  const byProject = new Map<number | null, Content[]>()
  for (const change of changes) {
    const scope = change.project ?? project
    const entry = contentOf(request, action, change, scope)
    const others = byProject.get(entry.project_key)
    if (others) others.push(entry)
    else byProject.set(entry.project_key, [entry])
  }
  const write = async (db: Db) => {
    for (const entries of byProject.values()) await appendEntries(db, sealing, entries, request.now)
  }
  await (request.db.isTransaction ? write(request.db) : request.db.transaction().execute(write))
}

const contentOf = (request: AuditedRequest, action: string, change: Change, scope: AuditScope): Content => ({
  id: newId(),
  time: request.now,
  project_key: scope?.key ?? null,
  org_id: change.organizationId ?? scope?.orgId ?? null,
  actor: { ...actorOf(request.caller), ...(request.actsAs && { as: request.actsAs }) },
  ip: request.ip,
  user_agent: request.userAgent === null ? null : cutText(request.userAgent, 400),
  resource: change.resource,
  action,
  changes: differences(change.before, change.after),
  request_id: request.requestId,
})

type Difference = { path: string; before: unknown; after: unknown }

/** Returns the differences between two documents by path. Secrets are compared encrypted and appear only as "changed". */
const differences = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isSealed(before) || isSealed(after))
    return same(before, after) ? [] : [{ path, before: before ? 'changed' : null, after: after ? 'changed' : null }]
  // Added and removed objects are listed field by field too.
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
  const now = loggable(lists.after, (secret) => (known.has(secret) ? 'secret' : 'changed'))
  return [{ path, before: loggable(lists.before, () => 'secret'), after: now }]
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns two lists without their common items if they are long: nobody reads a hundred headers to find the changed one. */
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

/** Returns the encrypted secrets in a value. */
const secretsIn = (value: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  JSON.stringify(value, (_, part) => {
    if (isSealed(part)) found.add(part.sealed)
    return part
  })
  return found
}

/** Prepares a value for the log: secrets are replaced by a word, and long values are cut. */
const loggable = (value: unknown, wordFor: (sealed: string) => string): unknown => {
  if (value === undefined) return null
  const text = JSON.stringify(value, (_, part) => (isSealed(part) ? wordFor(part.sealed) : part))
  return text.length <= MAX_VALUE_CHARACTERS ? JSON.parse(text) : `${cutText(text, MAX_VALUE_CHARACTERS)}…`
}

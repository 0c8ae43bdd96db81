import type { Caller } from '../access/caller.ts'
import { newId } from '../store/identifiers.ts'
import { isSealed } from '../store/sealing.ts'
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

/** Writes one entry, in the transaction of the deed itself. */
export const writeAudit = async (
  context: Deed,
  entry: { action: string; change: Change; project: { key: number; orgId: string | null } | null },
): Promise<void> => {
  await context.db
    .insertInto('audit')
    .values({
      id: newId(),
      time: context.now,
      project_key: entry.project?.key ?? null,
      org_id: entry.project?.orgId ?? null,
      actor: JSON.stringify(actorOf(context.caller)),
      ip: context.ip,
      user_agent: context.userAgent?.slice(0, 400) ?? null,
      resource: JSON.stringify(entry.change.resource),
      action: entry.action,
      changes: JSON.stringify(differences(entry.change.before, entry.change.after)),
      request_id: context.requestId,
    })
    .execute()
}

type Difference = { path: string; before: unknown; after: unknown }

/** Where two documents differ, by path. Secrets are sealed in what is compared, and are told only as "changed". */
const differences = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isSealed(before) || isSealed(after))
    return same(before, after) ? [] : [{ path, before: before && 'changed', after: after && 'changed' }]
  if (isPlain(before) && isPlain(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`))
      .slice(0, MAX_CHANGES)
  }
  return same(before, after) ? [] : [{ path, before: told(before), after: told(after) }]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as it may stand in the log: sealed parts told as "changed", and not longer than a person would read. */
const told = (value: unknown): unknown => {
  if (value === undefined) return null
  const text = JSON.stringify(value, (_, part) => (isSealed(part) ? 'changed' : part))
  return text.length <= MAX_VALUE_CHARACTERS ? JSON.parse(text) : `${text.slice(0, MAX_VALUE_CHARACTERS)}…`
}

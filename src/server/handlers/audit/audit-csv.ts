import type { auditEntry } from '../../../contract/audit/audits.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import { entryWords } from '../../../domain/audit/audit-words.ts'

type Entry = Shape<typeof auditEntry>

const COLUMNS: readonly (readonly [head: string, value: (entry: Entry) => string | number | null])[] = [
  ['time', ({ time }) => time],
  ['number', ({ number }) => number],
  ['who', ({ actor }) => actor.email ?? actor.name],
  ['kind of who', ({ actor }) => actor.kind],
  ['name of who', ({ actor }) => actor.name],
  ['id of who', ({ actor }) => actor.id],
  ['by site permission', ({ actor }) => actor.as],
  ['action', ({ action }) => action],
  ['resource', ({ resource }) => resource.type],
  ['name', ({ resource }) => resource.name],
  ['resource id', ({ resource }) => resource.id],
  ['summary', entryWords],
  ['changes', ({ changes }) => JSON.stringify(changes)],
  ['ip', ({ ip }) => ip],
  ['user agent', ({ user_agent }) => user_agent],
  ['request id', ({ request_id }) => request_id],
  ['id', ({ id }) => id],
  ['hash', ({ hash }) => hash],
]

/** Heads of the columns of an export. */
export const AUDIT_HEAD = COLUMNS.map(([head]) => head)

/** An audit entry as a row of an export. */
export const auditCells = (entry: Entry) => COLUMNS.map(([, value]) => value(entry))

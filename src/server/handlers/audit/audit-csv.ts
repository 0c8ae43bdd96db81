import type { auditEntry } from '../../../contract/audit/audits.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import { entryWords } from '../../../domain/audit/audit-words.ts'
import { commaSeparated } from '../../../domain/core/comma-separated.ts'

type Entry = Shape<typeof auditEntry>

const COLUMNS: readonly (readonly [head: string, value: (entry: Entry) => string | number | null])[] = [
  ['time', ({ time }) => time],
  ['number', ({ number }) => number],
  ['who', ({ actor }) => actor.email ?? actor.name],
  ['kind of who', ({ actor }) => actor.kind],
  ['name of who', ({ actor }) => actor.name],
  ['id of who', ({ actor }) => actor.id],
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

const line = (cells: readonly (string | number | null)[]): string => `${commaSeparated([cells])}\r\n`

export const csvHead = (): string => line(COLUMNS.map(([head]) => head))

/** Formats entries as CSV lines (RFC 4180). */
export const csvLines = (entries: readonly Entry[]): string =>
  entries.map((entry) => line(COLUMNS.map(([, value]) => value(entry)))).join('')

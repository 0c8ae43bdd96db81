import type { RecordVersions } from './use-record-form.ts'

/** A row that says when its record was last changed, in wire format. */
type Dated = { readonly last_update: string } | { readonly meta: { readonly last_update: string } }

const lastUpdateOf = (row: Dated): string => ('last_update' in row ? row.last_update : row.meta.last_update)

/** The versions of a record by its last change. `reread` loads it as it is stored now. */
export const versionsOf = <Row extends Dated>(row: Row, reread: () => Promise<Row>): RecordVersions<Row, string> => ({
  version: lastUpdateOf(row),
  versionOf: lastUpdateOf,
  reread,
})

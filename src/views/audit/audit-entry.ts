import type { RowOf } from '../kit/list/list.ts'

/** An entry of the audit log. */
export type Entry = RowOf<'audit.list'>

import { type RawBuilder, sql } from 'kysely'
import type { Capability } from '../../../domain/agents/capabilities.ts'
import type { MonitorDoc } from './monitors.ts'

const BROWSER: Capability = 'browser'

/** The capability that an agent needs for runs of a monitor; null: none. */
export const needsOf = ({ setup }: Pick<MonitorDoc, 'setup'>): Capability | null => (setup ? BROWSER : null)

/**
 * The same in SQL, for the key of a target; a workflow needs what its steps need. A partial index holds browser tests alone, so the
 * documents of others are not read.
 */
export const neededBy = (targetKey: RawBuilder<unknown>) =>
  sql`case when exists (select from object needing where needing.key = ${targetKey} and needing.doc ? 'setup') then ${sql.lit(BROWSER)}
    else (select needs from workflow_setting needing where needing.target_key = ${targetKey}) end`

import type { ResultUrl } from '../../domain/results/result-url.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { ResultRow } from '../store/core/tables.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { recordDecisions } from './decisions.ts'
import { queueDeliveries } from './deliveries.ts'
import { followIncidents } from './follow-incidents.ts'
import { notifyPeople } from './notices.ts'

type Surroundings = {
  readonly results: ResultStore
  readonly resultUrl: ResultUrl
  readonly now: number
  /** Opens the addresses of receivers, to find alerts that tell the same one. */
  readonly sealing: SecretCipher
  readonly events: EventBatch
  /** The results that advanced the alerts; none where time or a person did. */
  readonly judged?: readonly ResultRow[]
}

/**
 * Carries out what alerts decided as they advanced, in the transaction that advances them: stores the decisions, lets incidents and
 * notifications follow, and queues the messages. Returns the number of deliveries.
 */
export const carryOut = async (
  db: Db,
  moved: readonly AdvancedAlert[],
  { judged = [], ...rest }: Surroundings,
): Promise<number> => {
  await recordDecisions(db, moved, judged, rest.now)
  await followIncidents(db, moved, rest)
  await notifyPeople(db, moved, { ...rest, judged })
  return queueDeliveries(db, { ...rest, fresh: judged }, moved)
}

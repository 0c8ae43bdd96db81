import { deleteOldKeys } from '../http/idempotency.ts'
import { deleteUnseenAgents } from '../store/agents/agents.ts'
import { dropOldEntries } from '../store/audit/audit-retention.ts'
import type { Db } from '../store/core/database.ts'
import type { partitionsOf } from '../store/core/partitions.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { purgeContents } from '../store/files/contents.ts'
import { purgeDeletedMonitors } from '../store/monitors/deleted-monitors.ts'
import { deleteOldNotifications } from '../store/notifications/notifications.ts'
import { deleteOldTrials } from '../store/runs/trials.ts'
import { deleteOldMailings } from '../store/status/mailings.ts'
import { deleteUnconfirmed } from '../store/status/subscribers.ts'
import { deleteExpiredIdentity } from './delete-expired-identity.ts'

type Options = {
  readonly db: Db
  readonly sealing: SecretCipher
  readonly clock: () => number
  readonly partitions: ReturnType<typeof partitionsOf>
  /** Deletes deliveries past their time. */
  readonly deleteOldDeliveries: (db: Db, now: number) => Promise<unknown>
}

/** The loop that makes partitions ahead of time and deletes what is past its retention, one kind after the other. */
export const upkeepLoops = ({ db, sealing, clock, partitions, deleteOldDeliveries }: Options) =>
  [
    {
      name: 'upkeep',
      everyMs: 600_000,
      stops: 'work',
      kind: 'upkeep',
      work: async () => {
        await partitions.maintain(clock())
        await deleteOldKeys(db, clock())
        await deleteOldNotifications(db, clock())
        await deleteUnseenAgents(db, clock())
        await deleteOldDeliveries(db, clock())
        await deleteOldTrials(db, clock())
        await deleteUnconfirmed(db, clock())
        await deleteOldMailings(db, clock())
        await purgeDeletedMonitors(db, clock())
        await purgeContents(db, clock())
        await deleteExpiredIdentity(db, clock())
        await dropOldEntries(db, sealing, clock())
      },
    },
  ] as const

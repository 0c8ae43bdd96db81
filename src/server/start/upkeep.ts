import { forgetOld } from '../http/idempotency.ts'
import { forgetAgents } from '../store/agents/agents.ts'
import { dropOldEntries } from '../store/audit/audit-retention.ts'
import type { Db } from '../store/core/database.ts'
import type { partitionsOf } from '../store/core/partitions.ts'
import type { Sealing } from '../store/core/sealing.ts'
import { forgetNotifications } from '../store/notifications/notifications.ts'
import { forgetTrials } from '../store/runs/trials.ts'
import { forgetIdentity } from './forget-identity.ts'

type Options = {
  readonly db: Db
  readonly sealing: Sealing
  readonly clock: () => number
  readonly partitions: ReturnType<typeof partitionsOf>
  /** Deletes deliveries past their time. */
  readonly forgetDeliveries: (db: Db, now: number) => Promise<unknown>
}

/** The loop that makes partitions ahead of time and deletes what is past its retention, one kind after the other. */
export const upkeepLoops = ({ db, sealing, clock, partitions, forgetDeliveries }: Options) =>
  [
    {
      name: 'upkeep',
      everyMs: 600_000,
      stops: 'work',
      work: async () => {
        await partitions.maintain(clock())
        await forgetOld(db, clock())
        await forgetNotifications(db, clock())
        await forgetAgents(db, clock())
        await forgetDeliveries(db, clock())
        await forgetTrials(db, clock())
        await forgetIdentity(db, clock())
        await dropOldEntries(db, sealing, clock())
      },
    },
  ] as const

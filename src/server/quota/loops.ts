import { sumDocumentUse } from '../store/projects/document-use.ts'
import { markSpentDays } from '../store/projects/spent-days.ts'
import { notifyOfQuotas, type QuotaOptions } from './quota-notices.ts'

/** The loop that sums up what projects use, ends the runs of those that have their results of the day, and notifies of limits. */
export const quotaLoops = (options: QuotaOptions & { readonly clock: () => number }) =>
  [
    {
      name: 'quotas',
      everyMs: 60_000,
      stops: 'work',
      kind: 'messages',
      work: async () => {
        const { database, configuration, clock } = options
        await sumDocumentUse(database.db)
        await markSpentDays(database.db, configuration.projectResultsPerDay, clock())
        await notifyOfQuotas(options, clock())
      },
    },
  ] as const

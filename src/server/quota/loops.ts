import { sumDocumentUse } from '../store/projects/document-use.ts'
import { notifyOfQuotas, type QuotaOptions } from './quota-notices.ts'

/** The loop that notifies of limits that projects come close to. */
export const quotaLoops = (options: QuotaOptions & { readonly clock: () => number }) =>
  [
    {
      name: 'quotas',
      everyMs: 60_000,
      stops: 'work',
      kind: 'messages',
      work: async () => {
        await sumDocumentUse(options.database.db)
        await notifyOfQuotas(options, options.clock())
      },
    },
  ] as const

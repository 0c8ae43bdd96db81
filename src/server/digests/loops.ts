import { writeDueDigests } from './due.ts'
import { writeNoticeMail } from './notice-mail.ts'

type Options = Parameters<typeof writeDueDigests>[0] & { readonly wakeMail: () => void }

/** The loops that write due digests, and the mail about notifications, into the outbox. */
export const digestLoops = (options: Options) =>
  [
    {
      name: 'digests',
      everyMs: 20_000,
      stops: 'digests',
      kind: 'messages',
      work: async () => {
        const { more, written } = await writeDueDigests(options)
        if (written > 0) options.wakeMail()
        return more
      },
    },
    {
      name: 'notice-mail',
      everyMs: 10_000,
      stops: 'digests',
      kind: 'messages',
      work: async () => {
        const { more, written } = await writeNoticeMail(options)
        if (written > 0) options.wakeMail()
        return more
      },
    },
  ] as const

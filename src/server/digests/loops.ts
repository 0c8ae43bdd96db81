import { writeDueDigests } from './due.ts'

type Options = Parameters<typeof writeDueDigests>[0] & { readonly wakeMail: () => void }

/** The loop that writes due digests into the outbox. */
export const digestLoops = (options: Options) =>
  [
    {
      name: 'digests',
      everyMs: 20_000,
      stops: 'digests',
      work: async () => {
        const { more, written } = await writeDueDigests(options)
        if (written > 0) options.wakeMail()
        return more
      },
    },
  ] as const

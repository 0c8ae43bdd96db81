import { assign, setup } from 'xstate'
import { type Failure, failureOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** A page of a list, and the cursor of the page after it; null at the end. */
export type OlderPage = { readonly rows: readonly unknown[]; readonly cursor: string | null }

/** `of` names the query; `rows` are those on the screen when an older page was last asked for, and the older ones since. */
export type OlderPages = OlderPage & { readonly of: string }
export type OlderContext = OlderPages & { readonly failure: Failure | null }

export type OlderEvent =
  /** Asks for the page at a cursor, below the rows that are on the screen. */
  ({ readonly type: 'OLDER' } & OlderPages) | { readonly type: 'CHANGE'; readonly by: (row: unknown) => unknown }

const toolkit = setup({
  types: typed<{ context: OlderContext; events: OlderEvent; input: OlderPages }>(),
  actors: { read: notProvided<OlderPage, { cursor: string }>('read') },
  guards: {
    isAtEnd: ({ event }) => event.type === 'OLDER' && event.cursor === null,
    isOther: ({ context, event }) => event.type === 'OLDER' && event.of !== context.of,
  },
  actions: {
    keepShown: assign(({ event }) =>
      event.type === 'OLDER' ? { of: event.of, rows: event.rows, cursor: event.cursor, failure: null } : {},
    ),
    append: assign(({ context }, { page }: { page: OlderPage }) => ({
      rows: [...context.rows, ...page.rows],
      cursor: page.cursor,
    })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? { rows: context.rows.map((row) => event.by(row)) } : {},
    ),
  },
})

const older = [{ guard: 'isAtEnd' }, { target: 'reading', actions: 'keepShown' }] as const

/** The older rows of a list, read page by page. Another query begins again, and its rows never mix with those of the one before. */
export const olderMachine = toolkit.createMachine({
  id: 'older',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'resting',
  on: { CHANGE: { actions: 'change' } },
  states: {
    resting: { on: { OLDER: older } },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => ({ cursor: context.cursor ?? '' }),
        onDone: { target: 'resting', actions: { type: 'append', params: ({ event }) => ({ page: event.output }) } },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf('read', event.error) }) },
        },
      },
      on: {
        OLDER: [{ guard: 'isAtEnd' }, { guard: 'isOther', target: 'reading', reenter: true, actions: 'keepShown' }],
      },
    },
    failed: { on: { OLDER: older } },
  },
})

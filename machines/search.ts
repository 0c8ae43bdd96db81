import { assign, setup } from 'xstate'
import { messageOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** A search on the server for objects of a kind, as the endpoint's name and input. */
export type SearchRequest = {
  readonly kind: string
  readonly text: string
  /** It asks for all that is called so, not for what fits best. */
  readonly whole: boolean
  readonly operation: string
  readonly input: object
}

/** The answer of a search. */
export type SearchAnswer = Pick<SearchRequest, 'kind' | 'text' | 'whole'> & { readonly answer: unknown }

/** `asked` is the latest search; `answers` are the latest ones, newest first; `problem` says why `asked` has none. */
export type SearchContext = {
  readonly asked: SearchRequest | null
  readonly answers: readonly SearchAnswer[]
  readonly problem: string | null
}

export type SearchEvent =
  | { readonly type: 'SEARCH'; readonly request: SearchRequest }
  /** Another project was opened: names of the previous one are forgotten. */
  | { readonly type: 'FORGET' }

/** Milliseconds without another key before the server is asked. */
export const SETTLE_MS = 120

/** Answers that are kept: names in the line must stay known while more of it is typed. */
export const ANSWERS_KEPT = 40

const EMPTY: SearchContext = { asked: null, answers: [], problem: null }

type Sought = Pick<SearchRequest, 'kind' | 'text' | 'whole'>

/** Whether two searches look for the same. */
export const isSameSearch = (one: Sought, { kind, text, whole }: Sought): boolean =>
  one.kind === kind && one.text === text && one.whole === whole

/** Searches of the console on the server: one request at a time, and only the answer to the latest text is kept. */
export const searchMachine = setup({
  types: typed<{ context: SearchContext; events: SearchEvent }>(),
  actors: { find: notProvided<unknown, SearchRequest>('find') },
  guards: {
    isAsked: ({ context: { asked }, event }) =>
      event.type === 'SEARCH' && asked !== null && isSameSearch(asked, event.request),
    isAnswered: ({ context, event }) =>
      event.type === 'SEARCH' && context.answers.some((each) => isSameSearch(each, event.request)),
  },
  actions: {
    ask: assign(({ event }) => (event.type === 'SEARCH' ? { asked: event.request, problem: null } : {})),
    /** Moves a known answer to the front, so that it is the last to be dropped. */
    bringForward: assign(({ context: { answers }, event }) => {
      if (event.type !== 'SEARCH') return {}
      const { request } = event
      const isIt = (each: SearchAnswer) => isSameSearch(each, request)
      return { answers: [...answers.filter(isIt), ...answers.filter((each) => !isIt(each))] }
    }),
    keepAnswer: assign(({ context: { asked, answers } }, { answer }: { answer: unknown }) =>
      asked
        ? {
            answers: [{ kind: asked.kind, text: asked.text, whole: asked.whole, answer }, ...answers].slice(
              0,
              ANSWERS_KEPT,
            ),
          }
        : {},
    ),
    keepProblem: assign((_, { problem }: { problem: string }) => ({ problem })),
    forget: assign(EMPTY),
  },
  delays: { settle: SETTLE_MS },
}).createMachine({
  id: 'search',
  context: EMPTY,
  initial: 'idle',
  on: {
    FORGET: { target: '.idle', actions: 'forget' },
    SEARCH: [
      { guard: 'isAnswered', target: '.idle', actions: ['ask', 'bringForward'] },
      // The same text again leaves the request alone.
      { guard: 'isAsked' },
      { target: '.waiting', actions: 'ask' },
    ],
  },
  states: {
    idle: {},
    waiting: { tags: 'busy', after: { settle: 'asking' } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        // The state is entered by a search only.
        input: ({ context }) => context.asked ?? { kind: '', text: '', whole: false, operation: '', input: {} },
        onDone: {
          target: 'idle',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ problem: messageOf(event.error) }) },
        },
      },
    },
    // Asking for the same again tries again.
    failed: { on: { SEARCH: { target: 'waiting', actions: 'ask' } } },
  },
})

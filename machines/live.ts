import { type AnyEventObject, assign, fromCallback, setup, spawnChild, stopChild } from 'xstate'
import type { LiveEvent } from '../src/contract/live/live.ts'
import { typed } from './typed.ts'

/** `lastId` is the id of the newest event, from which a stream is taken up again; `tries` counts connections that did not open. */
export type LiveContext = { readonly projectId: string | null; readonly lastId: string | null; readonly tries: number }

/** What the actor `stream` tells. It ends by LOST, whatever the reason. */
export type StreamEvent =
  | { readonly type: 'OPENED' }
  | { readonly type: 'EVENT'; readonly event: LiveEvent; readonly id: string | null }
  | { readonly type: 'LOST' }

export type LiveMachineEvent =
  | StreamEvent
  | { readonly type: 'START'; readonly projectId: string }
  | { readonly type: 'STOP' }
  | { readonly type: 'ONLINE' }

/** What the live stream tells whoever started it. */
export type LiveNews = { readonly type: 'LIVE'; readonly event: LiveEvent }

const BACK_OFF_MS = [1_000, 2_000, 5_000, 15_000]
const LONGEST_BACK_OFF_MS = 30_000

/** Milliseconds to wait after so many connections in a row that did not open. */
export const backOffMs = (tries: number): number => BACK_OFF_MS[Math.max(1, tries) - 1] ?? LONGEST_BACK_OFF_MS

const toolkit = setup({
  types: typed<{ context: LiveContext; events: LiveMachineEvent }>(),
  actors: {
    /** Follows the events of a project from the one after `lastId`. Inert here. */
    stream: fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(() => {}),
  },
  guards: {
    isSameProject: ({ context, event }) => event.type === 'START' && event.projectId === context.projectId,
  },
  actions: {
    setProject: assign(({ event }) =>
      event.type === 'START' ? { projectId: event.projectId, lastId: null, tries: 0 } : {},
    ),
    forgetProject: assign({ projectId: null, lastId: null, tries: 0 }),
    keepId: assign(({ context, event }) => (event.type === 'EVENT' ? { lastId: event.id ?? context.lastId } : {})),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    forgetTries: assign({ tries: 0 }),
    disconnect: stopChild('stream'),
  },
  delays: { backOff: ({ context }) => backOffMs(context.tries) },
})

// Spawned, not invoked: one connection lives through `connecting` and `open`.
const connect = toolkit.createAction(
  spawnChild('stream', {
    id: 'stream',
    input: ({ context }: { context: LiveContext }) => ({ projectId: context.projectId ?? '', lastId: context.lastId }),
  }),
)

/** Hands an event on to whoever started the stream. */
const deliver = toolkit.enqueueActions(({ event, self, enqueue }) => {
  if (event.type !== 'EVENT' || !self._parent) return
  const news: LiveNews = { type: 'LIVE', event: event.event }
  enqueue.sendTo(self._parent, news)
})

const another = { target: '.connecting', reenter: true, actions: ['disconnect', 'setProject'] } as const

/** The stream of what happens in the open project, taken up again where it broke off. */
export const liveMachine = toolkit.extend({ actions: { connect, deliver } }).createMachine({
  id: 'live',
  context: { projectId: null, lastId: null, tries: 0 },
  initial: 'off',
  on: {
    START: [{ guard: 'isSameProject' }, another],
    STOP: { target: '.off', actions: ['disconnect', 'forgetProject'] },
  },
  states: {
    off: {},
    connecting: {
      tags: 'busy',
      entry: 'connect',
      on: {
        OPENED: { target: 'open', actions: 'forgetTries' },
        EVENT: { target: 'open', actions: ['forgetTries', 'keepId', 'deliver'] },
        LOST: { target: 'waiting', actions: ['disconnect', 'countTry'] },
      },
    },
    open: {
      tags: 'settled',
      on: {
        EVENT: { actions: ['keepId', 'deliver'] },
        LOST: { target: 'waiting', actions: ['disconnect', 'countTry'] },
      },
    },
    waiting: {
      tags: 'lost',
      on: { ONLINE: 'connecting' },
      after: { backOff: 'connecting' },
    },
  },
})

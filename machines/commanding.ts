import { assign, fromCallback, setup } from 'xstate'
import { typed } from './typed.ts'

/** A command to carry out, by its id. `key` is the same for the same command and arguments. */
export type Given = {
  readonly key: string
  readonly command: string
  readonly args: Readonly<Record<string, unknown>>
  /** Whether its button shows that it runs; one that only reads is over at once. */
  readonly isShown: boolean
}

/** The failure of a command, as a sentence; `isUnanswered` if the server did not answer. */
export type CommandFailure = { readonly command: string; readonly sentence: string; readonly isUnanswered: boolean }

/** `running` are commands that are being carried out; `progress` is that of a bulk command. */
export type CommandingContext = {
  readonly running: readonly Given[]
  readonly failure: CommandFailure | null
  readonly progress: { readonly done: number; readonly of: number } | null
}

export type CommandingEvent =
  | { readonly type: 'GIVE'; readonly given: Given }
  | { readonly type: 'PROGRESS'; readonly done: number; readonly of: number }
  | { readonly type: 'DONE'; readonly key: string }
  | { readonly type: 'FAILED'; readonly key: string; readonly failure: CommandFailure }
  /** Another address is open. */
  | { readonly type: 'MOVED' }
  /** The server answers again after it was away. */
  | { readonly type: 'SERVER_BACK' }

const isRunning = ({ running }: CommandingContext, key: string): boolean => running.some((each) => each.key === key)

const toolkit = setup({
  types: typed<{ context: CommandingContext; events: CommandingEvent }>(),
  actors: {
    /** Carries a command out and sends `PROGRESS`, then `DONE` or `FAILED`. */
    perform: fromCallback<CommandingEvent, Given>(() => {}),
  },
  guards: {
    isRunning: ({ context, event }) => event.type === 'GIVE' && isRunning(context, event.given.key),
    isLast: ({ context: { running }, event }) =>
      (event.type === 'DONE' || event.type === 'FAILED') && running.every(({ key }) => key === event.key),
    isUnanswered: ({ context }) => context.failure?.isUnanswered === true,
  },
  actions: {
    keepFailure: assign(({ event }) => (event.type === 'FAILED' ? { failure: event.failure } : {})),
    forgetFailure: assign({ failure: null }),
    keepProgress: assign(({ event }) =>
      event.type === 'PROGRESS' ? { progress: { done: event.done, of: event.of } } : {},
    ),
  },
})

const begin = toolkit.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'GIVE') return
  enqueue.assign({ running: [...context.running, event.given] })
  enqueue.spawnChild('perform', { id: event.given.key, input: event.given })
})

const end = toolkit.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'DONE' && event.type !== 'FAILED') return
  enqueue.stopChild(event.key)
  enqueue.assign({ running: context.running.filter(({ key }) => key !== event.key), progress: null })
})

const ends = {
  DONE: [
    { guard: 'isLast', target: 'resting', actions: ['end', 'forgetFailure'] },
    { actions: ['end', 'forgetFailure'] },
  ],
  FAILED: [
    { guard: 'isLast', target: 'resting', actions: ['end', 'keepFailure'] },
    { actions: ['end', 'keepFailure'] },
  ],
} as const

/** Carries out the commands of buttons, keys and menus. The same command never runs twice at a time, and the last failure is shown until the next command. */
export const commandingMachine = toolkit.extend({ actions: { begin, end } }).createMachine({
  id: 'commanding',
  context: { running: [], failure: null, progress: null },
  initial: 'resting',
  on: {
    MOVED: { actions: 'forgetFailure' },
    SERVER_BACK: { guard: 'isUnanswered', actions: 'forgetFailure' },
  },
  states: {
    resting: { on: { GIVE: { target: 'running', actions: 'begin' } } },
    running: {
      tags: 'busy',
      on: { GIVE: [{ guard: 'isRunning' }, { actions: 'begin' }], PROGRESS: { actions: 'keepProgress' }, ...ends },
    },
  },
})

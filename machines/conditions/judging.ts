import { assign, fromCallback, setup } from 'xstate'
import type { ConditionSet, Outcome } from '../../src/domain/conditions/conditions.ts'
import type { Problem } from '../../src/domain/core/problem.ts'
import type { Classification, ClassifyOptions } from '../../src/domain/results/classify.ts'
import { isEqual } from '../draft-path.ts'
import { typed } from '../typed.ts'

/** Pause after the last change, so that nothing is evaluated while somebody types. */
const PAUSE_MS = 150
/** Time that one condition may take, as at the agent. */
const LIMIT_MS = 1_000

/** Conditions to evaluate, and the response that they are evaluated against; null without one, so that they are only checked. */
export type Tried = {
  readonly outcome: Outcome | null
  readonly set: ConditionSet
  readonly project: NonNullable<ClassifyOptions['project']> | null
  readonly variables: Readonly<Record<string, string>>
  /** Whether `set` holds conditions of a project. */
  readonly isOfProject: boolean
}

/** A task of the worker: `barred` are conditions that took too long before, as `expressionOf` has them. */
export type JudgeTask = Tried & { readonly barred: readonly string[] }

/** The worker's answer. `problems` are those that only the engines find, such as a faulty JSON path. */
export type Judged = {
  readonly problems: readonly Problem[]
  readonly classification: Classification | null
}

export type JudgingEvent =
  | { readonly type: 'CHANGED'; readonly tried: Tried }
  /** The worker begins with a condition; null before the first. */
  | { readonly type: 'REACHED'; readonly expression: string | null }
  | { readonly type: 'ANSWERED'; readonly judged: Judged }
  /** The worker could not be loaded. */
  | { readonly type: 'FAILED' }

/** `judged` is the answer for `tried`, or for an older one while a change is evaluated. */
export type JudgingContext = {
  readonly tried: Tried | null
  readonly judged: Judged | null
  readonly barred: readonly string[]
  readonly expression: string | null
}

/** Evaluates conditions in a worker while they are edited. A condition that takes longer than a second ends the worker and is left out. */
export const judgingMachine = setup({
  types: typed<{ context: JudgingContext; events: JudgingEvent }>(),
  actors: {
    /** Sends `REACHED` for each condition, then `ANSWERED`. Stopped before, it ends the worker. */
    judge: fromCallback<JudgingEvent, JudgeTask>(() => {}),
  },
  guards: {
    isSame: ({ context, event }) => event.type === 'CHANGED' && isEqual(event.tried, context.tried),
    /** A condition that is barred already cannot be what takes so long. */
    isAtCondition: ({ context: { expression, barred } }) => expression !== null && !barred.includes(expression),
  },
  actions: {
    // Conditions that are slow on one response may be fast on another.
    take: assign(({ context, event }) =>
      event.type === 'CHANGED'
        ? { tried: event.tried, barred: event.tried.outcome === context.tried?.outcome ? context.barred : [] }
        : {},
    ),
    reach: assign(({ event }) => (event.type === 'REACHED' ? { expression: event.expression } : {})),
    bar: assign(({ context }) => ({
      barred: context.expression === null ? context.barred : [...context.barred, context.expression],
    })),
    keep: assign(({ event }) => (event.type === 'ANSWERED' ? { judged: event.judged } : {})),
  },
  delays: { pause: PAUSE_MS, limit: LIMIT_MS },
}).createMachine({
  id: 'judging',
  context: { tried: null, judged: null, barred: [], expression: null },
  initial: 'idle',
  on: { CHANGED: [{ guard: 'isSame' }, { target: '.resting', actions: 'take' }] },
  states: {
    idle: {},
    resting: { tags: 'busy', after: { pause: 'judging' } },
    judging: {
      tags: 'busy',
      entry: assign({ expression: null }),
      invoke: {
        id: 'judge',
        src: 'judge',
        input: ({ context: { tried, barred } }) => {
          if (tried === null) throw new Error('There is nothing to evaluate.')
          return { ...tried, barred }
        },
      },
      on: {
        REACHED: { target: '.limited', actions: 'reach' },
        ANSWERED: { target: 'settled', actions: 'keep' },
        FAILED: 'unavailable',
      },
      initial: 'starting',
      states: {
        // Loading the worker takes as long as the network does.
        starting: {},
        limited: {
          after: {
            limit: [
              { guard: 'isAtCondition', target: '#judging.judging', reenter: true, actions: 'bar' },
              { target: '#judging.unavailable' },
            ],
          },
        },
      },
    },
    settled: {},
    unavailable: {},
  },
})

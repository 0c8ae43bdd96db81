import type { AnyActorRef, AnyEventObject, AnyStateMachine, StateValue } from 'xstate'
import type { Counted } from '../../../machines/chart/covered.ts'

/** A step of a machine: an event, and the state and context that it led to. */
export type RecordedStep = {
  /** Place among all events since the page was opened, from 1. */
  readonly number: number
  /** Unix milliseconds. */
  readonly time: number
  readonly actorId: string
  readonly event: AnyEventObject
  /** States before and after; equal if nothing changed. */
  readonly before: StateValue
  readonly value: StateValue
  readonly context: object
  /** Milliseconds since the step before of the same actor. */
  readonly sinceMs: number | null
}

/** A machine that runs or ran since the page was opened. */
export type RecordedActor = {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly machine: AnyStateMachine
  /** Null once it has ended. */
  readonly ref: AnyActorRef | null
  /** Unix milliseconds. */
  readonly endedAt: number | null
  /** Oldest first. */
  readonly steps: readonly RecordedStep[]
  /** Number of older steps that were let go. */
  readonly dropped: number
  /** Its data are passwords or codes: what is typed is masked before it is kept. */
  readonly hasSecrets: boolean
}

export type Recording = {
  /** Differs from one opening of the page to the next. */
  readonly id: string
  readonly actors: readonly RecordedActor[]
  /** Newest first. */
  readonly steps: readonly RecordedStep[]
  /** Number of events since the page was opened, including those that were let go. */
  readonly count: number
  readonly paused: boolean
  readonly coverage: RecordedCoverage
}

/** Transitions and states of each chart since the page was opened, or since they were reset. */
export type RecordedCoverage = {
  /** Unix milliseconds. */
  readonly since: number
  /** By the chart's id. */
  readonly charts: ReadonlyMap<string, RecordedChart>
}

export type RecordedChart = { readonly machine: AnyStateMachine; readonly actors: number; readonly counted: Counted }

import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  SimulatedClock,
} from 'xstate'
import type { Example } from '../../../machines/chart/example.ts'
import { chartOf, type Effect, isInFlight, withHeldEffects } from './effects.ts'
import type { Move } from './moves.ts'

/** A moment of a walk, after a move. `told` are the events that the chart has sent to its parent. */
export type Moment = {
  readonly move: Move | null
  readonly before: AnyMachineSnapshot
  readonly after: AnyMachineSnapshot
  readonly inFlight: readonly Effect[]
  readonly told: readonly AnyEventObject[]
  /** Actions that the move has led to, of those that the walk notes. */
  readonly did: readonly string[]
  /** The snapshots of running charts with this id, wherever they are in the chart. */
  readonly charts: (id: string) => readonly AnyMachineSnapshot[]
}

/** A running example: `move` makes a move, and returns the moment after it, or null if the move was not possible. */
export type Walk = {
  readonly start: () => Moment
  readonly move: (move: Move) => Moment | null
  /** Stops the chart, lets all the time pass, and returns the last moment. */
  readonly end: () => Moment
}

const snapshotOf = (ref: AnyActorRef): AnyMachineSnapshot => ref.getSnapshot()

/** The running charts within an actor, itself first. */
const within = (ref: AnyActorRef): readonly AnyActorRef[] =>
  chartOf(ref)
    ? [ref, ...Object.values<AnyActorRef>(snapshotOf(ref).children).flatMap((child) => (child ? within(child) : []))]
    : []

const LONG_MS = 24 * 60 * 60_000

/** Starts an example with held effects and a simulated clock, below a parent that notes all that it is told. */
export const walkOf = ({ machine, input }: Example, acts: readonly string[] = []): Walk => {
  const begun: Effect[] = []
  const told: AnyEventObject[] = []
  const clock = new SimulatedClock()
  let failure: unknown = null
  let did: string[] = []
  const noted = Object.fromEntries(acts.map((name) => [name, () => void did.push(name)]))
  const tested = withHeldEffects(machine.provide({ actions: noted }), begun)
  const parent = createMachine({
    invoke: {
      id: 'tested',
      src: tested,
      input,
      onDone: {},
      onError: {
        actions: ({ event }) => {
          failure = event.error ?? new Error('The chart failed.')
        },
      },
    },
    on: { '*': { actions: ({ event }) => void told.push(event) } },
  })
  const root = createActor(parent, { clock })
  root.subscribe({
    error: (error) => {
      failure = error
    },
  })
  const testedRef = (): AnyActorRef => {
    const ref: AnyActorRef | undefined = root.getSnapshot().children.tested
    if (!ref) throw failure ?? new Error('The chart is not running.')
    return ref
  }
  let ref: AnyActorRef | null = null
  let before: AnyMachineSnapshot | null = null

  const moment = (move: Move | null): Moment => {
    if (failure) throw failure
    const actor = ref ?? testedRef()
    const after = snapshotOf(actor)
    const here: Moment = {
      move,
      before: before ?? after,
      after,
      inFlight: begun.filter(isInFlight),
      told: [...told],
      did,
      charts: (id) =>
        within(actor).flatMap((one) =>
          chartOf(one)?.id === id && snapshotOf(one).status === 'active' ? [snapshotOf(one)] : [],
        ),
    }
    before = after
    did = []
    return here
  }

  const targetOf = (chart: string): AnyActorRef | undefined =>
    within(testedRef()).find((one) => chartOf(one)?.id === chart && snapshotOf(one).status === 'active')

  return {
    start: () => {
      root.start()
      ref = testedRef()
      return moment(null)
    },
    move: (move) => {
      if (move.kind === 'wait') clock.increment(move.ms)
      else if (move.kind === 'event') {
        const target = targetOf(move.chart)
        if (!target) return null
        target.send(move.event)
      } else {
        const effect = begun.find((one) => one.chart === move.chart && one.id === move.id && isInFlight(one))
        if (!effect) return null
        effect.ref.send(move.how)
      }
      return moment(move)
    },
    end: () => {
      root.stop()
      clock.increment(LONG_MS)
      return moment(null)
    },
  }
}

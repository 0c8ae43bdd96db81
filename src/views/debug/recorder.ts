import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { Tape } from '../core/tape.ts'
import { openCovering } from './covering.ts'
import type { Recording } from './recorded.ts'
import { openTracks } from './tracks.ts'

/** Records machines for the debug screen. It only looks: nothing that it offers changes a machine. */
export type Recorder = {
  readonly subscribe: (listener: () => void) => () => void
  readonly recording: () => Recording
  /** Keeps the recording as it is shown. Recording goes on meanwhile, so that paths and coverage have no gaps. */
  readonly pause: (paused: boolean) => void
  readonly resetCoverage: () => void
}

/** The chart of an actor; null for promises, callbacks and timers, which show nothing that their parents do not. */
const machineOf = (ref: AnyActorRef): AnyStateMachine | null => {
  // The logic is not part of the public type; XState's own tools read it as well.
  const { logic } = ref as { logic?: object }
  return logic !== undefined && 'implementations' in logic ? (logic as AnyStateMachine) : null
}

const openRecorder = ({ play, now, soon }: Tape): Recorder => {
  const id = now().toString(36)
  const covering = openCovering(now)
  const tracks = openTracks()
  const listeners = new Set<() => void>()
  let shown: Recording | null = null
  let isTelling = false

  const read = (paused: boolean): Recording => {
    const actors = tracks.actors()
    return {
      id,
      actors,
      steps: actors.flatMap(({ steps }) => steps).sort((a, b) => b.number - a.number),
      count: tracks.count(),
      paused,
      coverage: covering.covered(),
    }
  }
  const show = (recording: Recording | null) => {
    shown = recording
    if (isTelling || listeners.size === 0) return
    isTelling = true
    soon(() => {
      isTelling = false
      for (const listener of listeners) listener()
    })
  }

  play((moment) => {
    const { inspected } = moment
    if (inspected.type !== '@xstate.snapshot' && inspected.type !== '@xstate.microstep') return
    // The inspected types are those of any actor; a machine's are these.
    const machine = machineOf(inspected.actorRef as AnyActorRef)
    if (!machine) return
    const snapshot = inspected.snapshot as AnyMachineSnapshot
    covering.enter(snapshot)
    if (inspected.type === '@xstate.microstep') return covering.take(machine, inspected._transitions)
    if (tracks.add(moment, snapshot)) covering.start(machine)
    if (!shown?.paused) show(null)
  })

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recording() {
      shown ??= read(false)
      return shown
    },
    pause: (paused) => show(paused ? { ...(shown ?? read(true)), paused } : null),
    resetCoverage() {
      covering.reset()
      show(shown?.paused ? { ...shown, coverage: covering.covered() } : null)
    },
  }
}

const recorders = new WeakMap<Tape, Recorder>()

/** The recorder of a tape, opened when it is first asked for. */
export const recorderOf = (tape: Tape): Recorder => {
  const recorder = recorders.get(tape) ?? openRecorder(tape)
  recorders.set(tape, recorder)
  return recorder
}

import { type AnyStateMachine, createActor } from 'xstate'
import { openTape } from '../../../src/views/core/tape.ts'
import type { RecordedActor } from '../../../src/views/debug/recorded.ts'
import { recorderOf } from '../../../src/views/debug/recorder.ts'

/** A recorder on a clock of its own, whose listeners are told at once. */
export const openTestRecorder = () => {
  let time = 1_000
  const tape = openTape(
    () => ++time,
    (task) => task(),
  )
  const recorder = recorderOf(tape)
  return {
    recorder,
    tape,
    start: (machine: AnyStateMachine, input?: unknown, hasSecrets = false) =>
      createActor(machine, { input, inspect: hasSecrets ? tape.inspectSecret : tape.inspect }).start(),
    /** The only recorded machine of a chart. */
    actorOf: (chart: string): RecordedActor => {
      const actor = recorder.recording().actors.find(({ machine }) => machine.id === chart)
      if (!actor) throw new Error(`No ${chart} was recorded.`)
      return actor
    },
  }
}

import type { InspectionEvent } from 'xstate'

/** A moment of an actor, as XState tells it. */
export type Moment = {
  readonly inspected: InspectionEvent
  /** Unix milliseconds. */
  readonly time: number
  /** Its data may be a password or a code that somebody types: it must not be kept. */
  readonly hasSecrets: boolean
}

/** Moments of actors since the page was opened, kept until the recorder, which is not part of the first load, reads them. */
export type Tape = {
  readonly inspect: (inspected: InspectionEvent) => void
  readonly inspectSecret: (inspected: InspectionEvent) => void
  /** Hands over the kept moments, and from then on each one as it happens. */
  readonly play: (reader: (moment: Moment) => void) => void
  readonly now: () => number
  /** Runs a task before the page is drawn the next time. */
  readonly soon: (task: () => void) => void
}

/** Enough for several seconds of a busy start. If the recorder cannot be loaded, later moments are not kept. */
const MOST = 20_000

export const openTape = (now: () => number, soon: Tape['soon']): Tape => {
  const kept: Moment[] = []
  let read = (moment: Moment): void => {
    if (kept.length < MOST) kept.push(moment)
  }
  const inspector = (hasSecrets: boolean) => (inspected: InspectionEvent) =>
    read({ inspected, time: now(), hasSecrets })
  return {
    inspect: inspector(false),
    inspectSecret: inspector(true),
    play(reader) {
      read = reader
      for (const moment of kept.splice(0)) reader(moment)
    },
    now,
    soon,
  }
}

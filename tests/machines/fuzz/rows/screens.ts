import { always, isIn, type Row } from '../law.ts'

/** Charts that a screen starts and that ask for one thing at a time. */
const asks = (busy: readonly string[], failed: readonly string[], sound: readonly string[]): Row => ({
  error: ({ failure }) => failure,
  failed,
  sound,
  laws: {
    'its request is in flight exactly while it is busy with it': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, ...busy) === inFlight.length > 0,
    ),
  },
})

const commanding: Row = {
  laws: {
    'commands are carried out exactly while they run': always(
      (snapshot, { running }, { inFlight }) =>
        running.length === inFlight.length && isIn(snapshot, 'running') === running.length > 0,
    ),
    'a new address shows no failure of the one before': () => {
      return ({ after, move }) => move?.label !== 'MOVED' || after.context.failure === null
    },
  },
}

const callback: Row = {
  error: ({ problem }) => problem,
  failed: ['unanswered', 'refused'],
  sound: ['finishing'],
  laws: {
    'the answer of a provider is sent exactly while it finishes': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'finishing') === inFlight.length > 0,
    ),
  },
}

const keyRecording: Row = {
  laws: {
    'keys are recorded once at least one was pressed': always(
      (snapshot, { keys }) => !isIn(snapshot, 'begun', 'refused', 'conflict', 'warned', 'saved') || keys !== '',
    ),
  },
}

const lastDays: Row = {
  ...asks(['reading'], ['failed'], ['resting', 'pausing', 'reading']),
  laws: {
    ...asks(['reading'], [], []).laws,
    'a row that is asked for is known, or wanted again, once its request is over': () => {
      return ({ before, after }) => {
        const { known, wanted } = after.context
        return (
          !isIn(before, 'reading') ||
          isIn(after, 'reading') ||
          Object.keys(before.context.asked).every((id) => id in known || id in wanted)
        )
      }
    },
  },
}

export const screenRows: Readonly<Record<string, Row>> = {
  attempt: asks(['asking'], ['failed'], ['asking', 'answered']),
  callback,
  commanding,
  form: asks(['sending'], ['failed', 'held'], ['sending', 'answered']),
  keyRecording,
  lastDays,
  older: asks(['reading'], ['failed'], []),
  trial: asks(['starting', 'following'], ['failed'], ['starting', 'following', 'over']),
  upload: asks(['sending'], ['failed'], ['sending', 'stored']),
}

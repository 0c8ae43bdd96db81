import type { AnyMachineSnapshot } from 'xstate'
import { isEqual } from '../../../../machines/draft-path.ts'
import { ANSWERS_KEPT, type SearchAnswer } from '../../../../machines/search.ts'
import { MOST_TOASTS } from '../../../../machines/toasts.ts'
import { MOST_UNDOABLE } from '../../../../machines/undo.ts'
import { always, implies, isIn, type Law, type Row } from '../law.ts'

const consoleRow: Row = {
  error: ({ problem }) => problem,
  sound: ['closed', 'confirming', 'running', 'runningSeveral'],
  acts: ['remember'],
  laws: {
    'a closed console is empty': always((snapshot, { line, typed, script }) =>
      implies(isIn(snapshot, 'closed'), line === '' && typed === '' && script.length === 0),
    ),
    'a destructive line runs only with its word, typed for this line': () => {
      let word = ''
      return ({ before, after, move }) => {
        const runs = isIn(after, 'running') && !isIn(before, 'running')
        if (move?.kind === 'event' && move.event.type === 'WORD' && isIn(before, 'confirming')) word = move.event.typed
        if (!isIn(after, 'confirming') && !runs) word = ''
        const { line } = after.context
        return implies(runs && line.startsWith('delete'), line === `delete ${word}`)
      }
    },
    'of several lines each runs once, after the one before it': always(
      (snapshot, { script, done }, { inFlight }) =>
        done <= script.length &&
        implies(
          isIn(snapshot, 'runningSeveral'),
          inFlight.length === 1 && Object(inFlight[0]?.input).line === script[done],
        ),
    ),
    'only a command that has run is remembered': () => {
      return ({ did, before }) =>
        implies(did.includes('remember'), isIn(before, 'running') || isIn(before, 'runningSeveral'))
    },
  },
}

const search: Row = {
  error: ({ problem }) => problem,
  failed: ['failed'],
  sound: ['idle', 'waiting', 'asking'],
  laws: {
    'only the newest answers are kept, and each once': always((_, { answers }) => {
      const names = answers.map(({ kind, text, whole }: SearchAnswer) => `${kind} ${text} ${whole}`)
      return answers.length <= ANSWERS_KEPT && new Set(names).size === names.length
    }),
    'the request in flight is for the latest text': always((_, { asked }, { inFlight }) =>
      inFlight.every(({ input }) => input === asked),
    ),
  },
}

const list: Row = {
  laws: {
    'the cursor is on a row': always(
      (snapshot, { cursor, ids }) => !isIn(snapshot, 'filled') || cursor === null || ids.includes(cursor),
    ),
    'what is selected is in the list': always(
      (snapshot, { selected, ids }) => !isIn(snapshot, 'filled') || [...selected].every((id) => ids.includes(id)),
    ),
    'a range begins at a row of the list': always((_, { anchor, ids }) => anchor === null || ids.includes(anchor)),
    'a list is empty without rows': always((snapshot, { ids }) => isIn(snapshot, 'empty') === (ids.length === 0)),
  },
}

const isSaveEnd = (law: Parameters<Law>[0]): boolean => law.move?.kind === 'end' && law.move.id === 'save'

/** Whether the draft holds something that is stored nowhere. */
const isTyped = ({ context: { draft, base, newer } }: AnyMachineSnapshot): boolean =>
  !isEqual(draft, base) && (newer === null || !isEqual(draft, newer))

const draft: Row = {
  error: ({ saveError }) => saveError,
  failed: ['failed'],
  sound: ['saving', 'saved'],
  laws: {
    'a form without changes shows no refusal': always((snapshot, { saveError, refused }) =>
      implies(isIn(snapshot, 'clean'), saveError === null ? refused.length === 0 : saveError.status === null),
    ),
    'a server that is back is not said to be away': () => {
      return ({ move, after }) =>
        implies(move?.label === 'SERVER_BACK' && !isIn(after, 'saving'), after.context.saveError?.status !== null)
    },
    'typed text goes only by discarding it, or by a save that stored it': () => {
      return (moment) => {
        const { before, after, move } = moment
        if (isEqual(before.context.draft, after.context.draft) || !isTyped(before)) return true
        if (move?.kind === 'event') {
          if (move.event.type === 'CHANGE' || move.event.type === 'DISCARD') return true
          return move.event.type === 'LOADED' && isEqual(move.event.base, before.context.draft)
        }
        return isSaveEnd(moment) && before.context.draft === before.context.sent
      }
    },
    'a changed draft is unsaved, and only that': always((snapshot, { draft: now, base, isNew }) =>
      implies(isIn(snapshot, 'clean'), isEqual(now, base) || isNew),
    ),
    'typing is possible in every state': () => {
      return ({ before, after, move }) => {
        if (move?.kind !== 'event' || move.event.type !== 'CHANGE') return true
        const { base, newer } = before.context
        const isTakenBack = newer !== null && base.name === move.event.value && after.context.draft.name === newer.name
        return isTakenBack || after.context.draft.name === move.event.value
      }
    },
    'a save is in flight only while the draft is saving': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'saving') === inFlight.length > 0,
    ),
    'another version is replaced only by choice': () => {
      let chosen = false
      return ({ before, after, move }) => {
        if (move?.kind === 'event') chosen = move.event.type === 'REPLACE'
        const begins = isIn(after, 'saving') && !isIn(before, 'saving')
        return implies(begins && before.context.newer !== null && !before.context.isNew, chosen)
      }
    },
  },
}

const toasts: Row = {
  laws: {
    'there are none exactly while nothing is shown': always(
      (snapshot, context) => isIn(snapshot, 'empty') === (context.toasts.length === 0),
    ),
    'each has its own id': always(
      (_, context) => new Set(context.toasts.map(({ id }: { id: string }) => id)).size === context.toasts.length,
    ),
    'there are never more than a person can read': always((_, context) => context.toasts.length <= MOST_TOASTS),
    'all are gone after a while, unless somebody reads them': () => {
      return ({ move, before, after }) =>
        implies(move?.kind === 'wait' && move.ms > 60_000 && !isIn(before, 'held'), isIn(after, 'empty'))
    },
  },
}

const undo: Row = {
  laws: {
    'there are entries exactly while it holds some': always(
      (snapshot, { done, undone }) => isIn(snapshot, 'empty') === (done.length + undone.length === 0),
    ),
    'it never holds more than it may': always(
      (_, { done, undone }) => done.length <= MOST_UNDOABLE && undone.length <= MOST_UNDOABLE,
    ),
    'an entry with no steps left goes off its stack': () => {
      return ({ before, after, move }) => {
        if (move?.kind !== 'event' || isIn(before, 'empty')) return true
        const { type, id, left } = move.event
        if ((type !== 'UNDONE' && type !== 'REDONE') || left.length > 0) return true
        const stack = type === 'UNDONE' ? 'done' : 'undone'
        const count = (entries: readonly { id: string }[]) => entries.filter((each) => each.id === id).length
        return count(after.context[stack]) === 0 || !count(before.context[stack])
      }
    },
  },
}

const judging: Row = {
  laws: {
    'conditions are evaluated only while judging': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'judging') === inFlight.length > 0,
    ),
    'each barred condition is barred once': always((_, { barred }) => new Set(barred).size === barred.length),
  },
}

const replay: Row = {
  error: ({ problem }) => problem,
  failed: ['failed'],
  sound: ['idle', 'running', 'done', 'cancelled'],
  laws: {
    'a replay that is not running holds no connection': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'running') === inFlight.length > 0,
    ),
    'what is compared with is a whole replay': always((_, { earlier }) => earlier === null || earlier.done),
    'a whole replay has its picture': always((snapshot, { picture }) => implies(isIn(snapshot, 'done'), picture?.done)),
  },
}

const openStates = ['open', 'acknowledged'] as const

const alert: Row = {
  laws: {
    'an incident is acknowledged only while it is open': always(
      (snapshot, { ack, openedMs }) =>
        isIn(snapshot, 'acknowledged') === (ack !== null) && implies(ack !== null, openedMs !== null),
    ),
    'an open incident has its beginning, and no other state has one': always(
      (snapshot, { openedMs }) => isIn(snapshot, ...openStates) === (openedMs !== null),
    ),
    'counts are never negative, and a quiet alert counts nothing': always((snapshot, { inARow, turns, failing }) =>
      isIn(snapshot, 'quiet') ? inARow === 0 && Object.keys(failing).length === 0 : inARow >= 0 && turns >= 0,
    ),
    'an end is owed only to a receiver that was told': always(
      (_, { told, owedRecovery, turns, toldMs }) =>
        implies(owedRecovery !== null, told) && told === turns > 0 && told === (toldMs !== null),
    ),
  },
}

export const personRows: Readonly<Record<string, Row>> = {
  alert,
  console: consoleRow,
  draft,
  judging,
  list,
  replay,
  search,
  toasts,
  undo,
}

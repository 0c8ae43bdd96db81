import { alertMachine } from '../alerts/alert.ts'
import type { Example } from '../chart/example.ts'
import { consoleMachine } from '../console.ts'
import { draftMachine, StaleSave } from '../draft.ts'
import { listMachine } from '../list.ts'
import { CallError } from '../resource/failure.ts'
import { searchMachine } from '../search.ts'
import { toastsMachine } from '../toasts.ts'
import { undoMachine } from '../undo.ts'

const error = new Error('No monitor is called chekout.')

export const consoleOfCommands: readonly Example[] = [
  {
    machine: consoleMachine.provide({
      guards: {
        isComplete: (_, { line }) => line !== '',
        isDestructive: (_, { line }) => line.startsWith('delete'),
        wordMatches: (_, { line, typed }) => line === `delete ${typed}`,
      },
    }),
    cases: {
      OPEN: [{}, { line: 'go home' }],
      TYPE: [{ line: 'delete a' }, { line: '' }],
      PICK: [{ text: 'go home' }],
      BACK: [{ line: '' }],
      MEND: [{ at: 0, line: 'go home' }],
      WORD: [{ typed: 'a' }],
      PASTE: [{ lines: ['go home', 'delete a'] }, { lines: ['go home'] }],
      'xstate.done.actor.perform': [{ output: null }],
      'xstate.error.actor.perform': [{ error }],
      'xstate.done.actor.performNext': [{ output: null }],
      'xstate.error.actor.performNext': [{ error }],
    },
  },
]

const looked = (text: string) => ({
  request: { kind: 'monitor', text, whole: false, operation: 'monitor.list', input: {} },
})

export const search: readonly Example[] = [
  {
    machine: searchMachine,
    cases: {
      SEARCH: [looked('a'), looked('b')],
      'xstate.done.actor.find': [{ output: { data: [] } }],
      'xstate.error.actor.find': [{ error }],
    },
  },
]

export const list: readonly Example[] = [
  {
    machine: listMachine,
    cases: {
      ROWS: [{ ids: ['a', 'b'] }, { ids: ['b'] }, { ids: [] }],
      MOVE: [{ by: 1 }],
      TO: [{ id: 'b' }],
      EXTEND: [{ by: 1 }],
      TOGGLE: [{ id: 'a' }, {}],
      RANGE: [{ id: 'b' }],
    },
  },
]

const refused = new CallError({
  operation: 'monitor.update',
  message: 'The name is taken.',
  status: 409,
  statusText: 'Conflict',
  url: '/api/2/calls/a/',
  problems: [{ field: 'name', message: 'The name is taken.' }],
  body: null,
  at: 1,
})
const stale = new StaleSave(refused.failure, { theirs: { name: 'theirs' }, version: 2 })
const unanswered = new CallError({ ...refused.failure, message: 'No answer.', status: null, problems: [] })
const problemsOf = (draft: unknown) =>
  typeof draft === 'object' && draft !== null && 'name' in draft && draft.name === ''
    ? [{ field: 'name', message: 'Enter a name.' }]
    : []

const draftOf = (base: object, isNew: boolean, answers: readonly string[] | null = null): Example => ({
  machine: draftMachine,
  input: { base, problemsOf, isNew },
  cases: {
    CHANGE: [
      { path: 'name', value: 'new' },
      { path: 'name', value: '' },
      { path: 'name', value: 'theirs' },
    ],
    TOUCH: [{ path: 'name' }],
    LOADED: [{ base: { name: 'theirs' } }, { base }],
    'xstate.done.actor.save': [{ output: { name: 'stored' } }],
    'xstate.error.actor.save': [{ error: refused }, { error: stale }],
  },
  happens: (_, { type }) => answers === null || answers.includes(type),
  tells: ({ draft: now, base: stored, newer, sent, touched, refused: found, isNew: unsaved }) => [
    [now, stored, newer, unsaved],
    [sent !== null, touched.size > 0, found.length],
  ],
})

/** A save without an answer: it is stored, or it is not, once the server is back. */
const unansweredDraft: Example = {
  ...draftOf({ name: 'old' }, false, ['CHANGE', 'SAVE', 'LOADED', 'SERVER_BACK', 'xstate.error.actor.save']),
  cases: {
    CHANGE: [
      { path: 'name', value: 'new' },
      { path: 'name', value: 'old' },
    ],
    LOADED: [{ base: { name: 'new' } }],
    'xstate.error.actor.save': [{ error: unanswered }],
  },
  tells: ({ draft: now, base: stored, saveError }) => [now, stored, saveError?.message ?? null],
}

export const draft: readonly Example[] = [
  unansweredDraft,
  draftOf({ name: 'old' }, false),
  draftOf({ name: 'sound' }, true, ['SAVE', 'CHANGE', 'xstate.done.actor.save']),
  draftOf({ name: '' }, true, ['SAVE']),
]

export const toasts: readonly Example[] = [
  {
    machine: toastsMachine,
    cases: {
      SHOW: [{ text: 'Saved.' }, { text: 'Deleted.', undo: 'a' }],
      UPDATE: [{ id: 'toast-1', text: 'Kept.' }],
      DISMISS: [{ id: 'toast-1' }],
    },
    // Toasts are numbered without end, so the example shows at most two at once.
    tells: ({ toasts: shown, count }) => [shown, count],
    happens: ({ context }, { type }) => type !== 'SHOW' || context.count < 2,
  },
]

const args = { monitor: 'a' }
const undoSteps = [{ command: 'monitor.restore', args, reverse: { command: 'monitor.remove', args } }]
const undoable = (id: string) => ({
  entry: { id, text: 'Deleted.', at: 1, projectId: 'p', steps: undoSteps, refusal: null },
})

export const undo: readonly Example[] = [
  {
    machine: undoMachine,
    cases: {
      DID: [undoable('a')],
      UNDONE: [
        { id: 'a', left: [], reverse: undoable('b').entry },
        { id: 'a', left: [], reverse: null },
        { id: 'a', left: undoSteps, reverse: null },
      ],
      REDONE: [
        { id: 'b', left: [], reverse: undoable('a').entry },
        { id: 'b', left: [], reverse: null },
      ],
      REFUSED: [{ id: 'a', refusal: 'It was changed since.' }],
    },
    tells: ({ done, undone }) => [done, undone],
    happens: ({ context }, { type }) => type !== 'DID' || context.done.length < 2,
  },
]

const settings = { alerts: ['FAIL'], failsInARow: 3, stateful: true }

/** The events of an alert besides results, with its settings. */
const besides = (given: object) => ({
  NO_DATA: [{ resultId: 's', dueMs: 1, sinceMs: 0, missed: 2, periods: 2, needed: 2, settings: given }],
  DATA: [{ resultId: 'd', dueMs: 1, settings: given }],
  SIGNAL: [{ resultId: 'x', dueMs: 1, sinceMs: 0, condition: 'It expires.', settings: given }],
  CALM: [{ resultId: 'y', dueMs: 1, condition: 'It is renewed.', settings: given }],
  SNOOZE: [{ untilMs: 2, settings: given }],
  UNSNOOZE: [{ settings: given }],
  TICK: [{ resultId: 't', dueMs: 3, settings: given }],
  ACK: [{ dueMs: 3, by: 'Ada', settings: given }],
  UNACK: [{ dueMs: 4, settings: given }],
})

const result = (category: string, given: object, location = 'berlin') => ({
  category,
  resultId: 'r',
  dueMs: 1,
  ignored: false,
  location,
  settings: given,
})

/** An alert that opens in one location, and goes on while one of two fails. */
const quorum = { ...settings, failsInARow: 2, quorum: { locations: 1, withinMs: 60_000 } }

export const alert: readonly Example[] = [
  {
    machine: alertMachine,
    cases: { RESULT: ['PASS', 'FAIL', 'WARNING'].map((category) => result(category, settings)), ...besides(settings) },
    tells: ({ inARow, told, owedRecovery, snoozedUntilMs }) => [
      Math.min(inARow, 4),
      told,
      owedRecovery !== null,
      snoozedUntilMs !== null,
    ],
  },
  {
    machine: alertMachine,
    cases: {
      RESULT: [
        ...['berlin', 'paris'].flatMap((location) =>
          ['PASS', 'FAIL'].map((category) => result(category, quorum, location)),
        ),
        result('FAIL', { ...quorum, failsInARow: 1 }),
      ],
      ...besides(quorum),
    },
    tells: ({ inARow, told, failing }) => [Math.min(inARow, 2), told, Object.keys(failing).sort().join()],
  },
]

import type { Example } from '../chart/example.ts'
import { liveMachine } from '../live.ts'
import { cacheMachine } from '../resource/cache.ts'
import { CallError, type Failure } from '../resource/failure.ts'
import { resourceMachine } from '../resource/resource.ts'
import { saveMachine } from '../resource/save.ts'
import { runMachine } from '../runs/run.ts'

const failureOf = (status: number | null): Failure => ({
  operation: 'monitor.list',
  message: status === null ? 'The server is unreachable.' : 'The request was refused.',
  status,
  statusText: '',
  url: '/api/3/monitors/',
  problems: [],
  body: null,
  at: 1,
})
const refused = new CallError(failureOf(422))
const outOfReach = new CallError(failureOf(null))
const aborted = Object.assign(new Error('The request was aborted.'), { name: 'AbortError' })
const listed = { meta: { more: false, next_cursor: null }, data: [{ id: 'a' }] }
const live = { type: 'object', kind: 'monitor', id: 'a', change: 'updated', by: null }

const anyResource: Example = {
  machine: resourceMachine,
  input: { operation: 'monitor.list', input: {} },
  cases: {
    'xstate.done.actor.call': [{ output: { answer: listed, at: 1 } }],
    'xstate.error.actor.call': [{ error: refused }, { error: aborted }],
    PAGE: [{ rows: [{ id: 'a' }] }],
    PATCH: [{ change: (data: unknown) => data }],
    SHOW: [{ save: 'save', change: (data: unknown) => data }],
    SETTLE: [
      { save: 'save', isStored: true },
      { save: 'save', isStored: false },
    ],
  },
  // A list may grow without end.
  tells: ({ data, stored: _, unconfirmed, ...context }) => [data !== null, unconfirmed.length, context],
}

export const resource: readonly Example[] = [
  // The cache makes a resource because a screen requires it.
  { ...anyResource, happens: ({ value }, { type }) => value !== 'notSet' || type === 'REQUIRE' },
  anyResource,
]

export const save: readonly Example[] = [
  {
    machine: saveMachine,
    input: { operation: 'monitor.remove' },
    cases: {
      'xstate.done.actor.call': [{ output: { answer: null, at: 1 } }],
      'xstate.error.actor.call': [{ error: refused }, { error: aborted }],
      SAVE: [{ input: { params: { id: 'a' } } }],
    },
  },
]

export const cache: readonly Example[] = [
  {
    machine: cacheMachine,
    cases: {
      REQUIRE: [{ operation: 'monitor.list', input: {} }],
      FETCH: [{ operation: 'monitor.read', input: { params: { id: 'a' } } }],
      SAVE: [{ operation: 'monitor.remove', input: { params: { id: 'a' } } }],
      SAVED: [{ save: 'save', operation: 'monitor.remove', input: { params: { id: 'a' } }, answer: null }],
      UNSAVED: [{ save: 'save', operation: 'schedule.update' }],
      FETCHED: [{ operation: 'monitor.read', input: { params: { id: 'a' } }, answer: { id: 'a' } }],
      FAILED: [{ failure: failureOf(422) }],
      CLEAR_ERROR: [{ operation: 'monitor.list' }],
      LIVE: [{ event: live }],
    },
    tells: ({ resources, saves, latest, heard }) => [
      Object.keys(resources),
      Object.keys(saves),
      latest,
      heard.length > 0,
    ],
  },
]

const result = (result_category: string) => ({
  output: {
    id: 'r1',
    result_category,
    test: 'checkout',
    response_time: 120,
    location_id: 'here',
    http_code: 200,
    created: '',
  },
})

export const run: readonly Example[] = [
  {
    machine: runMachine,
    input: { callId: 'm1', key: 'k1' },
    cases: {
      'xstate.done.actor.request': [{ output: { result_id: 'r1', location_id: 'here' } }],
      'xstate.error.actor.request': [{ error: refused }, { error: outOfReach }],
      'xstate.done.actor.look': [result('QUEUED'), result('PASS')],
      'xstate.error.actor.look': [{ error: refused }, { error: outOfReach }],
      SETTLED: [{ resultId: 'r1' }, { resultId: 'r2' }],
    },
    tells: ({ heard, ...context }) => [heard.includes('r1'), context],
  },
]

export const liveStream: readonly Example[] = [
  {
    machine: liveMachine,
    cases: {
      START: [{ projectId: 'a' }, { projectId: 'b' }],
      EVENT: [
        { event: live, id: '7' },
        { event: live, id: null },
      ],
    },
    tells: ({ tries, ...context }) => [Math.min(tries, 2), context],
  },
]

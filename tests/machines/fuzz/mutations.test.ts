import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, createMachine, fromPromise, setup } from 'xstate'
import { consoleMachine } from '../../../machines/console.ts'
import { draftMachine } from '../../../machines/draft.ts'
import { examples } from '../../../machines/examples/examples.ts'
import { notProvided } from '../../../machines/resource/not-provided.ts'
import { searchMachine } from '../../../machines/search.ts'
import { toastsMachine } from '../../../machines/toasts.ts'
import { type Effort, fuzz, wordsOf } from './fuzz.ts'
import { rows } from './general.ts'
import type { Row } from './law.ts'

const EFFORT: Effort = { seed: 17, walks: 600, steps: 30 }
const NO_ROW: Row = { error: ({ error }) => error, failed: ['failed'], sound: ['idle'], laws: {} }

/** The law that a broken copy of a chart is caught with, and its shortest way. */
const caught = (machine: AnyStateMachine, row: Row | undefined = rows[machine.id]) => {
  const [example] = examples[machine.id] ?? []
  if (!row) throw new Error(`${machine.id} has no row.`)
  return fuzz({ ...example, machine }, row, EFFORT)
}

/** A chart of one request, with its parts broken one at a time. */
const requests = ({ twice = false, keepsError = false, throws = false, grows = false, goesOn = false }) =>
  setup({
    types: { context: {} as { error: unknown; log: readonly number[] } },
    actors: { call: notProvided<number, object>('call'), other: fromPromise(async () => 1) },
    actions: {
      fail: () => {
        if (throws) throw new Error('An event was not expected.')
      },
      log: assign({ log: ({ context }) => (grows ? [...context.log, ...Array<number>(300).fill(1)] : []) }),
    },
  }).createMachine({
    id: 'requests',
    context: { error: null, log: [] },
    initial: 'idle',
    states: {
      idle: { on: { FETCH: { target: 'pending', actions: 'log' } } },
      pending: {
        invoke: [
          { id: 'call', src: 'call', input: {}, onDone: goesOn ? { actions: 'fail' } : 'idle', onError: 'failed' },
          ...(twice ? [{ id: 'again', src: 'call' as const, input: {}, onDone: 'idle', onError: 'failed' }] : []),
        ],
        on: { CANCEL: { target: 'idle', actions: 'fail' } },
      },
      failed: {
        entry: keepsError ? assign({ error: 'It failed.' }) : [],
        on: { RETRY: { target: 'pending', ...(keepsError ? {} : { actions: 'log' }) }, GIVE_UP: 'idle' },
      },
    },
  })

describe('A broken chart is caught', () => {
  test('with two requests for one key, by the shortest way there', () => {
    const broken = caught(requests({ twice: true }), NO_ROW)
    expect(broken).toEqual({ law: 'never two requests for one key are in flight', path: ['FETCH → pending'] })
  })

  test('with a failure that has no error', () => {
    expect(caught(requests({}), NO_ROW)?.law).toBe('a failed state has its error')
  })

  test('with an error that stays when all is well', () => {
    expect(caught(requests({ keepsError: true }), NO_ROW)).toEqual({
      law: 'a state without a failure shows none',
      path: ['FETCH → pending', 'call failed → failed', 'GIVE_UP → idle'],
    })
  })

  test('with an event that throws', () => {
    const broken = caught(requests({ throws: true, keepsError: true }), { laws: {} })
    expect(broken).toEqual({
      law: 'no event throws (An event was not expected.)',
      path: ['FETCH → pending', 'CANCEL → thrown'],
    })
  })

  test('with a context that grows without end', () => {
    expect(caught(requests({ grows: true, keepsError: true }), { laws: {} })?.law).toBe('a context stays small')
  })

  test('with an end that leaves something running', () => {
    const left = createMachine({
      id: 'left',
      initial: 'open',
      on: { CLOSE: '.closed' },
      invoke: { id: 'inner', src: createMachine({ id: 'inner', on: { PING: { actions: () => undefined } } }) },
      states: { open: {}, closed: {} },
    })
    const row: Row = {
      laws: {
        'a closed chart runs nothing':
          () =>
          ({ after, charts }) =>
            after.value !== 'closed' || charts('inner').length === 0,
      },
    }
    expect(caught(left, row)).toEqual({ law: 'a closed chart runs nothing', path: ['CLOSE → closed'] })
  })

  test.each<[string, AnyStateMachine]>([
    [
      'a destructive line runs only with its word, typed for this line',
      consoleMachine.provide({
        guards: { isComplete: () => true, isDestructive: () => false, wordMatches: () => true },
      }),
    ],
    [
      'the request in flight is for the latest text',
      searchMachine.provide({ actions: { ask: assign({ problem: null }) } }),
    ],
    [
      'typed text goes only by discarding it, or by a save that stored it',
      draftMachine.provide({ guards: { isAsSent: () => true } }),
    ],
    ['all are gone after a while, unless somebody reads them', toastsMachine.provide({ delays: { stay: 600_000 } })],
  ])('for a chart of the product: %s', (law, machine) => {
    const broken = caught(machine)
    expect(broken?.law).toBe(law)
    expect(broken && wordsOf(broken, machine, EFFORT)).toContain('SONDE_FUZZ_SEED=17')
  })
})

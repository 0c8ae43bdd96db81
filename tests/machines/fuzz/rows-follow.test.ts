import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { cacheMachine, keyOf } from '../../../machines/resource/cache.ts'
import type { CallInput } from '../../../machines/resource/cache-events.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { rowsOf } from '../../../machines/resource/rows.ts'
import { type Effect, isInFlight, withHeldEffects } from './effects.ts'

type Notification = { readonly id: string; readonly read: boolean }
type Write = { readonly operation: string; readonly input: CallInput }

const IDS = ['a', 'b', 'c'] as const
const LIST = 'notification.list'

/** What a person, the server and the network do, in any order. */
type Step =
  | { readonly type: 'load' }
  | { readonly type: 'mark'; readonly id: (typeof IDS)[number]; readonly read: boolean }
  /** The server takes the oldest write, or refuses it; its answer arrives at the same time. */
  | { readonly type: 'take' }
  | { readonly type: 'refuse' }
  /** The oldest read is answered: with what the server had when it was asked, or has now. */
  | { readonly type: 'answer'; readonly isLate: boolean }
  | { readonly type: 'news' }

const steps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('load' as const) }),
    fc.record({ type: fc.constant('mark' as const), id: fc.constantFrom(...IDS), read: fc.boolean() }),
    fc.record({ type: fc.constant('take' as const) }),
    fc.record({ type: fc.constant('refuse' as const) }),
    fc.record({ type: fc.constant('answer' as const), isLate: fc.boolean() }),
    fc.record({ type: fc.constant('news' as const) }),
  ),
  { maxLength: 30, size: 'max' },
)

const refusal = new CallError({
  operation: 'notification.mark',
  message: 'Not now.',
  status: 409,
  statusText: '',
  url: '',
  problems: [],
  body: null,
  at: 1,
})

/** A cache and its server: each write is taken or refused, each read answered, and at the end all are. */
const world = () => {
  const begun: Effect[] = []
  const clock = new SimulatedClock()
  const cache = createActor(withHeldEffects(cacheMachine, begun) as typeof cacheMachine, { clock }).start()
  const asked = new Map<Effect, readonly Notification[]>()
  let stored: readonly Notification[] = IDS.map((id) => ({ id, read: false }))
  let writes = 0
  const note = () => {
    for (const effect of begun) if (!asked.has(effect)) asked.set(effect, stored)
  }
  const oldest = (chart: string) => begun.find((effect) => effect.chart === chart && isInFlight(effect))
  const listOf = (rows: readonly Notification[]) => ({
    meta: { more: false, next_cursor: null, unread: rows.filter(({ read }) => !read).length },
    results: rows,
  })
  const isTaken = ({ input }: Effect, write: Write = input as Write) => {
    const { ids, read } = write.input.body as { ids: readonly string[]; read: boolean }
    stored = stored.map((row) => (ids.includes(row.id) ? { ...row, read } : row))
  }
  const step = (move: Step) => {
    if (move.type === 'load') cache.send({ type: 'REQUIRE', operation: LIST, input: {} })
    if (move.type === 'mark') {
      writes += 1
      const input = { body: { ids: [move.id], read: move.read } }
      // Each write has a save of its own, as the app gives it.
      cache.send({ type: 'SAVE', operation: 'notification.mark', input, key: `mark ${writes}` })
    }
    const save = oldest('save')
    if (move.type === 'take' && save) {
      isTaken(save)
      save.ref.send({ type: 'ANSWER', output: { answer: null, at: 1 } })
    }
    if (move.type === 'refuse' && save) save.ref.send({ type: 'FAIL', error: refusal })
    const read = oldest('resource')
    if (move.type === 'answer' && read) {
      const rows = move.isLate ? (asked.get(read) ?? stored) : stored
      read.ref.send({ type: 'ANSWER', output: { answer: listOf(rows), at: 1 } })
    }
    if (move.type === 'news') clock.increment(1_000)
    note()
  }
  return {
    step,
    settle: () => {
      for (let rounds = 0; rounds < 100 && (oldest('save') || oldest('resource')); rounds++) {
        step({ type: 'take' })
        step({ type: 'answer', isLate: true })
      }
    },
    shown: () => rowsOf(LIST, cache.getSnapshot().context.resources[keyOf(LIST)]?.getSnapshot().context.data),
    stored: () => stored,
    isLoaded: () => cache.getSnapshot().context.resources[keyOf(LIST)] !== undefined,
  }
}

test('writes that are shown at once are confirmed or rolled back: after all answers, the rows are what the server has', () => {
  fc.assert(
    fc.property(steps, (moves) => {
      const { step, settle, shown, stored, isLoaded } = world()
      for (const move of moves) step(move)
      settle()
      if (isLoaded()) expect(shown()).toEqual(stored())
    }),
    { seed: Number(process.env.SONDE_FUZZ_SEED ?? 17), numRuns: 150 },
  )
})

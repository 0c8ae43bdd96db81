import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type Call, cacheMachine, keyOf } from '../../../machines/resource/cache.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { type Answered, type ResourceCall, resourceMachine } from '../../../machines/resource/resource.ts'
import { saveMachine } from '../../../machines/resource/save.ts'
import { deferred, heard } from '../deferred.ts'

const IDS = ['a', 'b'] as const
type Id = (typeof IDS)[number]
type Rows = Readonly<Record<Id, boolean>>
const START: Rows = { a: true, b: true }
const row = (id: Id, enabled: boolean) => ({ id, enabled })
const list = (rows: Rows) => ({ meta: { more: false, next_cursor: null }, data: IDS.map((id) => row(id, rows[id])) })

const unanswered = new CallError({
  operation: 'schedule.update',
  message: 'This device is offline.',
  status: null,
  statusText: '',
  url: '/api/3/schedules/a/',
  problems: [],
  body: null,
  at: 1,
})
const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' })

/** A cache with a loaded list of schedules, and one schedule read alone; later reads get no answer, as without a network. */
const openSchedules = async (operation: 'schedule' | 'webhook') => {
  const reads = deferred<Answered, ResourceCall>()
  const writes = deferred<Answered, Call>()
  const cache = createActor(
    cacheMachine.provide({
      actors: {
        resource: resourceMachine.provide({ actors: { call: reads.logic } }),
        save: saveMachine.provide({ actors: { call: writes.logic } }),
      },
    }),
  ).start()
  const of = { params: { id: 'a' } }
  for (const [call, answer] of [
    [{ operation: `${operation}.list`, input: {} }, list(START)],
    [{ operation: `${operation}.read`, input: of }, row('a', true)],
  ] as const) {
    cache.send({ type: 'REQUIRE', ...call })
    reads.last().resolve({ answer, at: 1 })
    await heard()
  }
  const dataOf = (name: Call['operation'], input: Call['input']) =>
    cache.getSnapshot().context.resources[keyOf(name, input)]?.getSnapshot().context.data
  return {
    cache,
    writes,
    shown: () => dataOf(`${operation}.list`, {}),
    shownAlone: () => dataOf(`${operation}.read`, of),
  }
}

const move = fc.oneof(
  fc.record({ kind: fc.constant('switch' as const), id: fc.constantFrom(...IDS), enabled: fc.boolean() }),
  fc.record({
    kind: fc.constant('answer' as const),
    which: fc.nat({ max: 3 }),
    outcome: fc.constantFrom('stored', 'unanswered', 'aborted'),
  }),
)

test('a list shows what the server has said, and on top of it only the changes that are still on the way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('schedule' as const, 'webhook' as const),
      fc.array(move, { maxLength: 12 }),
      async (kind, moves) => {
        const { cache, writes, shown, shownAlone } = await openSchedules(kind)
        let stored: Rows = START
        let onTheWay: { id: Id; enabled: boolean; call: ReturnType<typeof writes.last> }[] = []
        for (const [at, each] of moves.entries()) {
          if (each.kind === 'switch') {
            const input = { params: { id: each.id }, body: { enabled: each.enabled } }
            cache.send({ type: 'SAVE', operation: `${kind}.update`, input, key: `save ${at}` })
            onTheWay.push({ id: each.id, enabled: each.enabled, call: writes.last() })
          } else {
            const settled = onTheWay[each.which]
            if (!settled) continue
            onTheWay = onTheWay.filter((other) => other !== settled)
            if (each.outcome === 'stored') {
              stored = { ...stored, [settled.id]: settled.enabled }
              settled.call.resolve({ answer: row(settled.id, settled.enabled), at: 2 })
            } else settled.call.reject(each.outcome === 'aborted' ? aborted : unanswered)
            await heard()
          }
          const expected = { ...stored, ...Object.fromEntries(onTheWay.map(({ id, enabled }) => [id, enabled])) }
          expect(shown()).toEqual(list(expected))
          expect(shownAlone()).toEqual(row('a', expected.a))
        }
        cache.stop()
      },
    ),
  )
})

test('a mark as read that gets no answer is taken back, with its count', async () => {
  const reads = deferred<Answered, ResourceCall>()
  const writes = deferred<Answered, Call>()
  const cache = createActor(
    cacheMachine.provide({
      actors: {
        resource: resourceMachine.provide({ actors: { call: reads.logic } }),
        save: saveMachine.provide({ actors: { call: writes.logic } }),
      },
    }),
  ).start()
  const answer = { meta: { more: false, next_cursor: null, unread: 1 }, results: [{ id: 'n', read: false }] }
  cache.send({ type: 'REQUIRE', operation: 'notification.list', input: {} })
  reads.last().resolve({ answer, at: 1 })
  await heard()
  const shown = () => cache.getSnapshot().context.resources['notification.list']?.getSnapshot().context.data
  cache.send({ type: 'SAVE', operation: 'notification.mark', input: { body: { ids: ['n'] } } })
  expect(shown()).toMatchObject({ meta: { unread: 0 }, results: [{ id: 'n', read: true }] })
  writes.last().reject(unanswered)
  await heard()
  expect(shown()).toEqual(answer)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WebhookDoc } from '../../../src/server/store/alerts/webhooks.ts'
import type { Heard } from '../../support/alert-world.ts'
import { mail, pager, theMergingWorlds } from '../../support/merging-alerts.ts'

const world = theMergingWorlds()
const RANKS: Record<string, number> = { SLOW: 1, WARNING: 2, FAIL: 3 }
const rule = fc.record({
  alerts: fc.constantFrom<WebhookDoc['alerts']>(['FAIL'], ['WARNING', 'FAIL'], ['SLOW', 'WARNING', 'FAIL']),
  fails: fc.constantFrom(1, 1, 2, 3),
  policy: fc.record({ failing_locations: fc.constantFrom(0, 0, 1, 2) }),
})
const result = fc.tuple(fc.constantFrom('PASS', 'SLOW', 'WARNING', 'FAIL', 'FAIL'), fc.nat({ max: 1 }))
/** Late by so much that it comes before another result. */
const lateResult = fc
  .tuple(result, fc.constantFrom(0, 0, 0, 15, 35))
  .map(([[category, location], lateMs]) => [category, location, lateMs] as const)
const few = { minLength: 1, maxLength: 3 }
const batch = fc.array(result, few)
const lateBatch = fc.array(lateResult, few)
const name = fc.constantFrom('a', 'b', 'c')
const upsetBy = (given: typeof batch | typeof lateBatch) =>
  fc.oneof(
    { weight: 4, arbitrary: given.map((results) => ({ results })) },
    { weight: 1, arbitrary: name.map((snoozed) => ({ snoozed })) },
    { weight: 1, arbitrary: name.map((woken) => ({ woken })) },
    { weight: 1, arbitrary: name.map((toggled) => ({ toggled })) },
  )
const rules = fc.tuple(rule, rule, rule)
const kinds = fc.constantFrom(mail, pager)

/** What is wrong with a row of messages: the same told twice, or an end of what was not told. */
const faultIn = (heard: readonly Heard[]): string | null => {
  let known: Heard[] = []
  for (const one of heard) {
    if (one.kind === 'recovery') {
      if (known.length === 0) return `${one.by} tells an end that nobody began`
      known = []
    } else {
      const before = known.find(
        ({ by, category }) => by !== one.by && (RANKS[category] ?? 0) >= (RANKS[one.category] ?? 0),
      )
      if (before) return `${one.by} tells ${one.category}, which ${before.by} told`
      known.push(one)
    }
  }
  return null
}

const PASS_EVERYWHERE = [
  ['PASS', 0],
  ['PASS', 1],
] as const

test('however alerts overlap, a receiver hears nothing twice, and no end before its beginning', async () => {
  await fc.assert(
    fc.asyncProperty(kinds, rules, fc.array(batch, { maxLength: 8 }), async (make, made, batches) => {
      const { add, results, deliver } = await world()
      for (const [at, one] of made.entries()) await add('abc'.charAt(at), make(one))
      const heard: Heard[] = []
      for (const one of batches) {
        await results(one)
        heard.push(...(await deliver()))
      }
      await results(PASS_EVERYWHERE)
      heard.push(...(await deliver()))
      expect(faultIn(heard)).toBeNull()
      expect(heard.at(-1)?.kind ?? 'recovery').toBe('recovery')
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['results in order', batch],
  ['results that come late', lateBatch],
])(
  'whatever becomes of alerts and their messages, a receiver that was told of an outage is told of its end: %s',
  async (_, given) => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(upsetBy(given), { maxLength: 10 }),
        fc.array(fc.boolean(), { maxLength: 6 }),
        async (made, moves, losses) => {
          const { add, results, deliver, snooze, wake, change, alertOf } = await world()
          for (const [at, one] of made.entries()) await add('abc'.charAt(at), mail(one))
          const heard: Heard[] = []
          const lost = [...losses]
          for (const move of moves) {
            if ('results' in move) await results(move.results)
            else if ('snoozed' in move) await snooze(move.snoozed, 3_600_000)
            else if ('woken' in move) await wake(move.woken)
            else await change(move.toggled, { enabled: !alertOf(move.toggled).doc.enabled })
            heard.push(...(await deliver((_, kind) => kind === 'alert' && lost.shift() === true)))
          }
          for (const each of ['a', 'b', 'c']) {
            await change(each, { enabled: true })
            await wake(each)
          }
          await results(PASS_EVERYWHERE)
          heard.push(...(await deliver()))
          expect(heard.at(-1)?.kind ?? 'recovery').toBe('recovery')
          // A beginning that was lost may leave its end alone, and so may a result that is later than the end of its outage.
          if (given === batch && !losses.includes(true)) expect(faultIn(heard) ?? '').not.toContain('nobody began')
        },
      ),
      { numRuns: 40 },
    )
  },
)

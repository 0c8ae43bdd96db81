import { expect, test } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { exampleWorld, TAX } from '../world.ts'

type Body = { meta?: { tags?: string[] }; conditions?: object[]; if_last_update?: string }

/** A monitor that is stored in versions, and refuses a change of another one than it has. */
const storedMonitor = () => {
  let version = 1
  let tags: string[] = []
  let conditions: object[] = []
  const at = () => `2026-01-05T10:00:00.${String(version).padStart(3, '0')}Z`
  const conflict = (operation: string) =>
    new CallError({
      operation,
      message: 'This monitor was changed after you opened it.',
      status: 409,
      statusText: '',
      url: '',
      problems: [],
      body: null,
      at: 1,
    })
  const onCall = async (operation: string, input: unknown) => {
    const { body = {} } = input as { body?: Body }
    // Every call takes its time, in which others are answered.
    await Promise.resolve()
    if (operation === 'monitor.read') return { id: TAX, meta: { name: 'Tax', tags, last_update: at() } }
    if (operation === 'monitor.conditions') return { meta: {}, conditions }
    if (body.if_last_update !== at()) throw conflict(operation)
    version++
    if (body.meta?.tags) tags = body.meta.tags
    if (body.conditions) conditions = body.conditions
    return { id: TAX, meta: { name: 'Tax', tags, last_update: at() }, conditions }
  }
  return { onCall, tags: () => tags, conditions: () => conditions }
}

test('tags and conditions that are added at the same time are all there afterwards', async () => {
  const monitor = storedMonitor()
  const { world } = exampleWorld({ onCall: monitor.onCall })
  await Promise.all(['a', 'b', 'c'].map((tag) => perform('monitor.tag', { monitor: TAX, tags: [tag] }, world)))
  expect(monitor.tags().toSorted()).toEqual(['a', 'b', 'c'])
  const codes = ['200', '201', '202']
  const add = (val: string) =>
    perform('monitor.judge', { monitor: TAX, source: 'http_code', condition: 'ne', val }, world)
  await Promise.all(codes.map(add))
  expect(
    monitor
      .conditions()
      .map((each) => Object(each).val)
      .toSorted(),
  ).toEqual(codes)
})

test('of two that remove the same condition by its number, one is refused, and no other condition goes', async () => {
  const monitor = storedMonitor()
  const { world } = exampleWorld({ onCall: monitor.onCall })
  for (const val of ['200', '201'])
    await perform('monitor.judge', { monitor: TAX, source: 'http_code', condition: 'ne', val }, world)
  const removals = ['1', '1'].map((condition) =>
    perform('monitor.remove-condition', { monitor: TAX, condition }, world),
  )
  const ended = await Promise.allSettled(removals)
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(monitor.conditions().map((each) => Object(each).val)).toEqual(['201'])
})

import { expect, test } from 'vitest'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { confirmationOf, perform } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

const W = 'w1Yt2LmQ9sXw4RfVzA1cNe'
const SCOPE = { monitor_id: null as string | null, include_tags: [] as string[], exclude_tags: [] as string[] }

/** A world with one alert, and what commands call and ask in it. */
const opened = (scope: Partial<typeof SCOPE>, isLoaded = true) => {
  const alert = { id: W, name: 'On-call', ...SCOPE, ...scope }
  const made = exampleWorld({
    known: ((name: string) => (name === 'webhook.list' && isLoaded ? { data: [alert] } : undefined)) as never,
    onCall: (operation) =>
      operation === 'webhook.read'
        ? { ...alert, last_update: '' }
        : operation === 'monitor.read'
          ? { meta: { name: 'Tax lookup (SOAP)', tags: ['tax'] } }
          : {},
  })
  const asked = (id: string, args: object) => {
    const command = commandById(id)
    if (!command) throw new Error(`There is no ${id}.`)
    return confirmationOf(command, { ...args }, made.world)
  }
  const updates = () => made.calls.flatMap(({ operation, input }) => (operation === 'webhook.update' ? [input] : []))
  return { ...made, asked, updates }
}

test('an alert for all monitors is restricted to one only after a question that says so, by a line too', async () => {
  const { asked, world, updates, told } = opened({})
  expect(asked('webhook.attach', { webhook: W, monitor: TAX })).toMatchObject({
    question: 'Use “On-call” for “Tax lookup (SOAP)” alone?',
    effects: ['It covers all monitors now', 'It would cover “Tax lookup (SOAP)” alone'],
    reversible: true,
  })
  expect(await perform('webhook.attach', { webhook: W, monitor: TAX }, world)).toMatchObject({ status: 'asked' })
  await performLine('attach alert on-call tax-lookup-soap', world).catch(() => {})
  expect(updates()).toEqual([])
  await perform('webhook.attach', { webhook: W, monitor: TAX }, world, { confirmed: true })
  expect(updates()).toMatchObject([{ body: { monitor_id: TAX } }])
  expect(told.at(-1)?.text).toBe('“On-call” restricted to “Tax lookup (SOAP)”')
})

test('an alert for another monitor is moved only after a question that names both', () => {
  const { asked } = opened({ monitor_id: CHECKOUT })
  expect(asked('webhook.attach', { webhook: W, monitor: TAX })).toMatchObject({
    question: 'Move “On-call” to “Tax lookup (SOAP)”?',
    effects: ['It covers “Checkout · capture payment” now', 'It would cover “Tax lookup (SOAP)” alone'],
  })
  expect(asked('webhook.attach', { webhook: W, monitor: CHECKOUT })).toBe(null)
})

test('an alert for one monitor is widened only after a question that says to which', async () => {
  const { asked, world, told } = opened({ monitor_id: CHECKOUT })
  expect(asked('webhook.detach', { webhook: W })).toMatchObject({
    question: 'Use “On-call” for all monitors of the project?',
    effects: ['It covers “Checkout · capture payment” now', 'It would cover all monitors'],
  })
  await perform('webhook.detach', { webhook: W }, world, { confirmed: true })
  expect(told.at(-1)?.text).toBe('“On-call” widened to all monitors')
  expect(opened({}).asked('webhook.detach', { webhook: W })).toBe(null)
  const tagged = opened({ monitor_id: CHECKOUT, include_tags: ['tax'] })
  expect(tagged.asked('webhook.detach', { webhook: W })?.question).toBe('Use “On-call” for monitors with the tag tax?')
})

test('where the alert is not loaded, every change of its monitors asks', () => {
  const { asked } = opened({}, false)
  expect(asked('webhook.attach', { webhook: W, monitor: TAX })?.effects).toEqual([
    'It would cover “Tax lookup (SOAP)” alone',
  ])
  expect(asked('webhook.detach', { webhook: W })?.effects).toEqual(['It would cover all monitors'])
})

test('an alert by tags is refused for a monitor without them, of which it would say nothing', async () => {
  const attach = async (scope: Partial<typeof SCOPE>) => {
    const { world, updates } = opened(scope)
    await perform('webhook.attach', { webhook: W, monitor: TAX }, world, { confirmed: true })
    return updates().length
  }
  await expect(attach({ include_tags: ['shop'] })).rejects.toThrow(
    '“On-call” is for monitors with the tag shop, and “Tax lookup (SOAP)” is none of them: it would cover nothing.',
  )
  await expect(attach({ exclude_tags: ['tax'] })).rejects.toThrow('would cover nothing')
  expect(await attach({ include_tags: ['tax'] })).toBe(1)
})

test('a change of what an alert covers, and a new one, say which monitors those are', async () => {
  const { world, told } = opened({})
  await perform('webhook.update', { webhook: W, include_tags: ['shop'] }, world, { confirmed: true })
  expect(told.at(-1)?.text).toBe('“On-call” changed: it covers monitors with the tag shop')
  await perform('webhook.update', { webhook: W, fails_in_a_row: 2 }, world, { confirmed: true })
  expect(told.at(-1)?.text).toBe('“On-call” changed')
  const made = exampleWorld({ onCall: () => ({ id: 'new', name: 'Mail to a@a.example' }) })
  await perform('webhook.create-quickly', { type: 'email', to: 'a@a.example' }, made.world)
  await perform('webhook.create-quickly', { type: 'email', to: 'a@a.example', monitor: TAX }, made.world)
  expect(made.told.map(({ text }) => text)).toEqual([
    '“Mail to a@a.example” created for all monitors',
    '“Mail to a@a.example” created for “Tax lookup (SOAP)”',
  ])
})

test('a change asks before an alert covers other monitors, and not before anything else', () => {
  const { asked } = opened({ include_tags: ['shop'] })
  const change = (args: object) => asked('webhook.update', { webhook: W, ...args })
  expect(change({ include_tags: [] })).toMatchObject({
    question: 'Use “On-call” for all monitors?',
    effects: ['It covers monitors with the tag shop now', 'It would cover all monitors'],
  })
  expect(change({ monitor_id: TAX })?.question).toBe('Use “On-call” for “Tax lookup (SOAP)” alone?')
  expect(change({ include_tags: ['shop'] })).toBe(null)
  expect(change({ fails_in_a_row: 2 })).toBe(null)
})

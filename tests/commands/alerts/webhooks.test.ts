import { expect, test } from 'vitest'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const W = 'w1Yt2LmQ9sXw4RfVzA1cNe'
const bodyOf = (call: { input: unknown } | undefined): Record<string, unknown> =>
  ((call?.input ?? { body: {} }) as { body: Record<string, unknown> }).body

test('one line makes an alert of a type that asks for one thing, and leads to it', async () => {
  const { world, calls, gone } = exampleWorld({ onCall: () => ({ id: 'new', name: 'Mail to ops@example.com' }) })
  await perform('webhook.create-quickly', { type: 'email', to: 'ops@example.com', fails_in_a_row: 3 }, world)
  expect(bodyOf(calls[0])).toEqual({
    web_hook_type: 'email',
    name: 'Mail to ops@example.com',
    monitor_id: null,
    policy: { failing_locations: 1 },
    parameters: { email_address: 'ops@example.com', fails_in_a_row: 3 },
  })
  expect(gone[0]).toContain('webhook ')
})

test('a mail in one’s own words begins with the words that are suggested', async () => {
  const { world, calls } = exampleWorld({ onCall: () => ({ id: 'new', name: 'x' }) })
  await perform('webhook.create-quickly', { type: 'email_template', to: 'ops@example.com' }, world)
  expect(bodyOf(calls[0]).parameters).toMatchObject({ subject_template: expect.stringContaining('{{') })
})

test('a type that asks for more than one thing leads to the form, and nothing is called', async () => {
  const { world, calls } = exampleWorld()
  await expect(perform('webhook.create-quickly', { type: 'big_panda', to: 'k' }, world)).rejects.toThrow('new alert')
  expect(calls).toEqual([])
})

test('turning an alert off is undone by turning it on, and not where it was off before', async () => {
  let enabled = true
  const { world, calls, told } = exampleWorld({
    onCall(operation, input) {
      if (operation === 'webhook.update') enabled = (input as { body: { enabled: boolean } }).body.enabled
      return { name: 'On-call', enabled, last_update: '2026-01-05T10:00:00.000Z' }
    },
  })
  await perform('webhook.disable', { webhook: W }, world)
  expect(told[0]?.text).toBe('“On-call” turned off')
  await perform('toast.undo', {}, world)
  expect(calls.at(-1)?.input).toMatchObject({ params: { id: W }, body: { enabled: true } })
  expect(told.at(-1)?.text).toBe('Undid: “On-call” turned off')
  await perform('webhook.enable', { webhook: W }, world)
  expect(told.at(-1)).toEqual({ text: 'Nothing changed: “On-call” is as before', undo: undefined })
})

test('a snooze until a time sends that instant, and words that are no time say what would be', async () => {
  const { world, calls } = exampleWorld()
  await perform('webhook.snooze-until', { webhook: W, until: '23:59' }, world)
  const snooze = calls.find(({ operation }) => operation === 'webhook.snooze')
  expect(Date.parse(String(bodyOf(snooze).until))).toBeGreaterThan(world.now())
  await expect(perform('webhook.snooze-until', { webhook: W, until: 'later' }, world)).rejects.toThrow('tomorrow 9')
})

test('an alert that is snoozed says until when, on the clock of the reader', async () => {
  const snoozed: unknown[] = []
  const { world, told } = exampleWorld({
    preferences: { ...exampleWorld().world.preferences, timeZone: 'Europe/Berlin' },
    now: () => Date.parse('2026-01-05T10:00:00Z'),
    onCall(operation, input) {
      if (operation === 'webhook.snooze') snoozed.push(Object(input).body)
      return { name: 'On-call', snoozed_until: snoozed.length === 0 ? null : JSON.stringify(snoozed.at(-1)) }
    },
  })
  await perform('webhook.snooze-until', { webhook: W, until: 'tomorrow 9' }, world)
  expect(told.at(-1)?.text).toMatch(/” snoozed until Tue 6 Jan 2026, 09:00 Europe\/Berlin$/)
  await perform('webhook.snooze', { webhook: W, minutes: 120 }, world)
  expect(told.at(-1)?.text).toMatch(/” snoozed until Mon 5 Jan 2026, 13:00 Europe\/Berlin$/)
})

test('a test that did not arrive is told as what went wrong', async () => {
  const refused = { status: 'failed', detail: 'It did not arrive.', error: 'The receiver answered 500.' }
  const { world, told } = exampleWorld({ onCall: () => refused })
  await expect(perform('webhook.test', { webhook: W }, world)).rejects.toThrow(
    'It did not arrive. The receiver answered 500.',
  )
  expect(told).toEqual([])
})

test('what a line gives away of keys is not remembered', () => {
  for (const id of ['webhook.create', 'webhook.update']) {
    const command = commandById(id)
    const secrets = command ? argumentsOf(command).filter(({ secret }) => secret) : []
    const keys = secrets.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['integration_key', 'api_key', 'url', 'headers', 'password', 'secret']))
  }
})

test('the secret with which a webhook signs is shown once, also to whoever made it by a line', async () => {
  const answer = { id: 'new', name: 'Events', parameters: { secret: 'whsec_x' } }
  for (const [id, args] of [
    ['webhook.create', { url: 'https://example.com/' }],
    ['webhook.create-quickly', { type: 'webhook', to: 'https://example.com/' }],
  ] as const) {
    const { world, sent } = exampleWorld({ onCall: () => answer })
    await commandById(id)?.run(args, world)
    expect(sent).toEqual([
      { machine: 'secret', event: { type: 'SHOW', title: 'Signing secret of “Events”', secret: 'whsec_x' } },
    ])
  }
})

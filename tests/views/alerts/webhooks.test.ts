import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAIN_POLICY } from '../../../src/domain/alerts/alert-policy.ts'
import { isCandidate } from '../../../src/domain/alerts/alerting.ts'
import { webhookProblems } from '../../../src/domain/alerts/webhook-rules.ts'
import {
  OFFERED_TYPE_IDS,
  WEBHOOK_TYPE_IDS,
  WEBHOOK_TYPES,
  type WebhookTypeId,
} from '../../../src/domain/alerts/webhook-types.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { alertList } from '../../../src/views/alerts/alert-list.ts'
import { firingWords, sendsIncidentEnd } from '../../../src/views/alerts/firing-words.ts'
import { typeGlyphs } from '../../../src/views/alerts/type-glyphs.ts'
import { untilWords } from '../../../src/views/alerts/until-words.ts'
import {
  copyOf,
  draftOf,
  formOf,
  newForm,
  suggestedName,
  type WebhookForm,
} from '../../../src/views/alerts/webhook-form.ts'
import { stateOf, type Webhook } from '../../../src/views/alerts/webhook-list.ts'
import { webhookTable } from '../../../src/views/alerts/webhook-table.ts'
import { coverageOf } from '../../../src/views/alerts/why-fires.ts'
import { shownRows } from '../../../src/views/kit/list/list.ts'

const formProblems = (form: WebhookForm, before = newForm(form.type)) =>
  webhookTable(form.type).problemsOf(form, before)
const changedParts = (before: WebhookForm, now: WebhookForm) => webhookTable(now.type).changedParts(before, now)

const NOW = Date.parse('2026-11-21T10:00:00Z')

const webhook = (given: Partial<Webhook> = {}): Webhook => ({
  id: 'w1',
  name: 'On-call',
  web_hook_type: 'webhook',
  monitor_id: null,
  enabled: true,
  alerts: ['FAIL'],
  parameters: { url: 'https://example.com/hook', secret: MASK, fails_in_a_row: '0', repeat: true },
  policy: PLAIN_POLICY,
  opens_incident: false,
  include_tags: [],
  exclude_tags: [],
  scope: 'all monitors',
  snoozed_until: null,
  last_delivery: null,
  unsubscribed: [],
  unconfirmed: [],
  created: '2026-11-01T00:00:00.000Z',
  last_update: '2026-11-01T00:00:00.000Z',
  ...given,
})

describe('the form of an alert', () => {
  const type = fc.constantFrom<WebhookTypeId>(...WEBHOOK_TYPE_IDS)
  const tag = fc.constantFrom('checkout', 'critical', 'legacy')
  const stored = fc
    .record({
      type,
      alerts: fc.uniqueArray(fc.constantFrom('FAIL', 'WARNING', 'SLOW', 'PASS' as const), { minLength: 1 }),
      fails: fc.integer({ min: 1, max: 50 }),
      repeat: fc.boolean(),
      monitor: fc.option(fc.constant('m1')),
      tags: fc.tuple(fc.uniqueArray(tag), fc.uniqueArray(tag)),
      enabled: fc.boolean(),
      opens_incident: fc.boolean(),
    })
    .map(({ type: id, alerts, fails, repeat, monitor, tags: [include_tags, exclude_tags], enabled, opens_incident }) =>
      webhook({
        web_hook_type: id,
        alerts: alerts as Webhook['alerts'],
        monitor_id: monitor,
        include_tags,
        exclude_tags,
        enabled,
        opens_incident,
        parameters: {
          ...Object.fromEntries(
            WEBHOOK_TYPES[id].parameters.map(({ name, isSecret, initial }) => [
              name,
              isSecret ? MASK : (initial ?? null),
            ]),
          ),
          ...(WEBHOOK_TYPES[id].repeats !== null && { repeat }),
          fails_in_a_row: String(fails),
        },
      }),
    )

  test('that is saved as it was opened changes nothing, and sends no mask', () => {
    fc.assert(
      fc.property(stored, (before) => {
        const draft = draftOf(formOf(before))
        expect(JSON.stringify(draft)).not.toContain(MASK)
        const { parameters, ...others } = draft
        expect({ ...before, ...others }).toEqual({ ...before, ...others, name: before.name })
        expect({ ...before.parameters, ...parameters }).toEqual(before.parameters)
        expect(others.monitor_id).toBe(before.monitor_id)
        expect([others.include_tags, others.exclude_tags]).toEqual([before.include_tags, before.exclude_tags])
      }),
    )
  })

  test.each(OFFERED_TYPE_IDS)('of a new %s asks for what its type must be told, each at its field', (id) => {
    const needed = WEBHOOK_TYPES[id].parameters.filter(({ required, initial }) => required && !initial)
    const fields = formProblems(newForm(id)).map(({ field }) => field)
    expect(fields).toEqual(needed.map(({ name }) => `parameters.${name}`))
    expect(formProblems(newForm(id)).every(({ message }) => !message.includes('parameters.'))).toBe(true)
    expect(typeGlyphs[id]).toMatch(/^M/)
  })

  test('keeps stored secrets, refuses to do without one that is needed, and copies none', () => {
    const slack = webhook({
      web_hook_type: 'slack',
      parameters: { url: MASK, channel: null, repeat: true, fails_in_a_row: '0' },
    })
    expect(formProblems(formOf(slack), formOf(slack))).toEqual([])
    const emptied = { ...formOf(slack), parameters: { url: '', channel: '' } }
    expect(formProblems(emptied, formOf(slack)).map(({ field }) => field)).toEqual(['parameters.url'])
    expect(copyOf(slack, 'm2')).toMatchObject({ parameters: { url: '' }, scope: 'one', monitorId: 'm2' })
  })

  test('demands a result, and a monitor where it is for one', () => {
    const form = { ...newForm('run_call'), alerts: [], scope: 'one' as const, parameters: { call_id: 'm1' } }
    expect(formProblems(form)).toEqual([
      { field: 'alerts', message: 'Choose at least one result or condition.' },
      { field: 'monitorId', message: 'Choose the monitor.' },
    ])
  })

  test('names what nobody named after where it goes, and never after a secret', () => {
    expect(suggestedName({ ...newForm('email'), parameters: { email_address: 'a@example.com, b@example.com' } })).toBe(
      'Mail to a@example.com',
    )
    expect(suggestedName({ ...newForm('webhook'), parameters: { url: 'https://hooks.example:8443/x?key=1' } })).toBe(
      'Webhook to hooks.example',
    )
    expect(suggestedName({ ...newForm('slack'), parameters: { url: 'https://hooks.slack.com/T/B/key' } })).toBe('Slack')
    expect(webhookProblems(draftOf({ ...newForm('email'), parameters: { email_address: 'a@example.com' } }))).toEqual(
      [],
    )
  })

  test('says which of its parts were changed', () => {
    const form = newForm('email')
    const changed = { ...form, fails: '3', parameters: { email_address: 'a@example.com' } }
    expect(changedParts(form, form)).toEqual([])
    expect(changedParts(form, changed)).toEqual(['addresses', 'how many in a row'])
  })
})

describe('an alert says in words when it is sent', () => {
  const words = (given: Partial<Parameters<typeof firingWords>[0]>) =>
    firingWords({ type: 'slack', alerts: ['FAIL'], fails: '1', repeat: true, ...given })

  test.each([
    [
      {},
      'Sent for the first Fail, and for every further one. Not sent when the monitor recovers: turn off “Send every further failure” to be told once when it begins and once when it ends.',
    ],
    [{ repeat: false }, 'Sent for the first Fail. Sent once more when the monitor recovers.'],
    [
      { type: 'email', repeat: false, fails: '3', alerts: ['SLOW', 'FAIL'] },
      'Sent for the 3rd Fail or Slow in a row. Sent once more when the monitor recovers.',
    ],
    [
      { alerts: ['FAIL', 'PASS'] },
      'Sent for the first Fail, and for every further one. Sent once more when the monitor recovers. Every other Pass is sent too.',
    ],
    [
      { type: 'pager_duty_v2', repeat: false, fails: '11' },
      'Sent for the 11th Fail in a row. Sent once more when the monitor recovers.',
    ],
    [
      { type: 'email', repeat: false, alerts: ['NO_DATA'], periods: '5' },
      'Sent when a location has had no data for 5 periods of the schedule. Sent once more when data is back.',
    ],
    [
      { alerts: ['NO_DATA'] },
      'Sent when a location has had no data for 2 periods of the schedule. Not sent when data is back: turn off “Send every further failure” to be told once when it begins and once when it ends.',
    ],
    [
      { repeat: false, alerts: ['FAIL', 'NO_DATA'] },
      'Sent for the first Fail. Sent once more when the monitor recovers. Also sent when a location has had no data for 2 periods of the schedule.',
    ],
    [{ alerts: [] }, 'Never sent: choose at least one kind of result.'],
  ] as const)('%j', (given, sentence) =>
    expect(words({ ...given, alerts: [...('alerts' in given ? given.alerts : ['FAIL' as const])] })).toBe(sentence),
  )

  test('whoever keeps incidents hears of their end, whatever was chosen', () => {
    for (const id of WEBHOOK_TYPE_IDS) if (WEBHOOK_TYPES[id].isStateful) expect(sendsIncidentEnd(id, true)).toBe(true)
  })
})

describe('whether an alert is sent for a monitor', () => {
  const tagged = { id: 'm1', tags: ['checkout', 'critical'] }
  const tags = fc.uniqueArray(fc.constantFrom('checkout', 'critical', 'legacy', 'partner'))

  test('is said as it is decided', () => {
    fc.assert(
      fc.property(
        fc.record({
          enabled: fc.boolean(),
          monitor_id: fc.constantFrom(null, 'm1', 'm2'),
          include_tags: tags,
          exclude_tags: tags,
          snoozed_until: fc.constantFrom(null, '2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z'),
        }),
        tags,
        (given, own) => {
          const one = webhook(given)
          const isAwake = given.snoozed_until === null || Date.parse(given.snoozed_until) <= NOW
          const { covers, why } = coverageOf(one, { id: 'm1', tags: own }, NOW)
          expect(covers).toBe(isCandidate(one, { id: 'm1', tags: own }) && isAwake)
          expect(why).toMatch(/^It .*\.$/)
        },
      ),
    )
  })

  test.each([
    [{}, 'It is for all monitors of the project.'],
    [{ monitor_id: 'm1' }, 'It is for this monitor.'],
    [{ monitor_id: 'm2' }, 'It is for another monitor.'],
    [{ include_tags: ['critical', 'partner'] }, 'It is for monitors with “critical”.'],
    [{ include_tags: ['partner'] }, 'It requires the tag “partner”, which this monitor lacks.'],
    [{ include_tags: ['critical'], exclude_tags: ['checkout'] }, 'It excludes monitors with “checkout”.'],
    [{ enabled: false }, 'It is turned off.'],
  ])('%j: %s', (given, why) => expect(coverageOf(webhook(given), tagged, NOW).why).toBe(why))
})

describe('the list of alerts', () => {
  const failing = {
    time: '2026-11-21T09:00:00.000Z',
    status: 'failed',
    http_code: 500,
    error: 'It answered 500.',
  } as const
  const all = [
    webhook({ id: 'a', name: 'Zulu', enabled: false }),
    webhook({ id: 'b', name: 'Alpha', last_delivery: failing }),
    webhook({ id: 'c', name: 'Mike', snoozed_until: '2026-11-21T11:00:00.000Z', include_tags: ['checkout'] }),
    webhook({
      id: 'd',
      name: 'Delta',
      web_hook_type: 'email',
      parameters: { email_address: 'ops@example.com', fails_in_a_row: '0' },
    }),
  ]
  const shown = (search: string, types: string[] = [], states: string[] = []) =>
    shownRows(alertList, all, { search, type: types.join(','), state: states.join(',') }).map(({ id }) => id)

  test('stands by name, and is narrowed by words, type and state', () => {
    expect(shown('')).toEqual(['b', 'd', 'c', 'a'])
    expect(shown('ops@example')).toEqual(['d'])
    expect(shown('CHECK')).toEqual(['c'])
    expect(shown('', ['email'])).toEqual(['d'])
    expect(shown('', [], ['off', 'trouble'])).toEqual(['b', 'a'])
    expect(all.map((each) => stateOf(each, NOW))).toEqual(['off', 'trouble', 'snoozed', 'on'])
  })

  test('says when a snooze ends, with the day where it is another', () => {
    const at = (end: string) => untilWords(Date.parse(end), NOW, 'UTC')
    expect(at('2026-11-21T14:30:00Z')).toBe('until 14:30')
    expect(at('2026-11-22T09:00:00Z')).toBe('until Sun 09:00')
    expect(at('2026-11-28T10:00:00Z')).toBe('until Sat 10:00')
    expect(untilWords(null, NOW)).toBe('')
  })
})

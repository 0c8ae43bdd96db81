import { type } from 'arktype'
import { describe, expect, test } from 'vitest'
import { webhookParameters, webhookType } from '../../../src/contract/alerts/webhooks.ts'
import { SIGNAL_LIMIT_NAMES } from '../../../src/domain/alerts/signal.ts'
import type { WebhookParameter } from '../../../src/domain/alerts/webhook-parameter.ts'
import { headerLines, webhookProblems } from '../../../src/domain/alerts/webhook-rules.ts'
import {
  destinationOf,
  OFFERED_TYPE_IDS,
  SECRET_PARAMETERS,
  WEBHOOK_TYPE_IDS,
  WEBHOOK_TYPES,
  webhookTypeOf,
} from '../../../src/domain/alerts/webhook-types.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { CHANNELS } from '../../../src/server/delivery/channels/channels.ts'
import { rightParameters } from '../../support/webhook-parameters.ts'

const allParameters = Object.values(WEBHOOK_TYPES).flatMap(({ parameters }) => parameters)
const fieldsOf = (problems: { field: string; code: string }[]) => problems.map(({ field, code }) => `${field} ${code}`)

test('contract, table and channels have the same types and parameters', () => {
  expect(Object.keys(CHANNELS).sort()).toEqual([...WEBHOOK_TYPE_IDS].sort())
  for (const id of WEBHOOK_TYPE_IDS) expect(type(webhookType).allows(id)).toBe(true)
  const known = Object.keys(webhookParameters).map((name) => name.replace('?', ''))
  const named = new Set<string>([
    ...allParameters.map(({ name }) => name),
    'fails_in_a_row',
    'no_data_periods',
    ...SIGNAL_LIMIT_NAMES,
    'repeat',
  ])
  expect([...named].sort()).toEqual(known.sort())
})

test('every label, hint and description is a readable line', () => {
  for (const { label, hint } of allParameters) expect([label, hint]).not.toContain('')
  for (const { title, description } of Object.values(WEBHOOK_TYPES)) {
    expect(title).toMatch(/^\S.*\S$/)
    expect(description).toMatch(/\.$/)
  }
})

test('every key, token and password is a secret, and so is a URL that gives access to anyone who knows it', () => {
  for (const { name, isSecret } of allParameters)
    if (/key$|password|secret|token/.test(name) && name !== 'routing_key' && name !== 'token_id')
      expect([name, isSecret]).toEqual([name, true])
  expect(SECRET_PARAMETERS).toEqual(expect.arrayContaining(['api_key', 'integration_key', 'headers', 'url']))
})

describe.each(OFFERED_TYPE_IDS)('%s', (id) => {
  const { parameters } = WEBHOOK_TYPES[id]
  const right = rightParameters(id)

  test('is stored with its required parameters', () => {
    expect(webhookProblems({ web_hook_type: id, parameters: right })).toEqual([])
  })

  test.each(parameters.filter(({ required }) => required).map(({ name }) => name))('asks for %s', (name) => {
    for (const value of [undefined, null, '', '  ']) {
      const problems = webhookProblems({ web_hook_type: id, parameters: { ...right, [name]: value } })
      expect(fieldsOf(problems)).toEqual([`parameters.${name} required`])
      expect(problems[0]?.message).toMatch(new RegExp(`^parameters.${name} .*\\.$`))
    }
  })

  test('keeps its parameters when something else changes, and needs new ones when its type changes', () => {
    const before = { web_hook_type: id, parameters: right }
    expect(webhookProblems({ parameters: { fails_in_a_row: 3 } }, before)).toEqual([])
    const other = id === 'slack' ? 'msteams' : 'slack'
    expect(fieldsOf(webhookProblems({ web_hook_type: other }, before))).toEqual(['parameters.url required'])
  })

  test('rejects parameters of other types', () => {
    const foreign = allParameters.find(({ name }) => !parameters.some((own) => own.name === name))
    expect(
      fieldsOf(webhookProblems({ web_hook_type: id, parameters: { ...right, [foreign?.name ?? '']: 'x' } })),
    ).toEqual([`parameters.${foreign?.name} forbidden`])
  })

  const secrets = parameters.filter(({ isSecret }: WebhookParameter) => isSecret).map(({ name }) => name)
  test.each(secrets)('a mask for %s stands for a stored one, and for nothing else', (name) => {
    const masked = { web_hook_type: id, parameters: { ...right, [name]: MASK } }
    expect(webhookProblems(masked, { web_hook_type: id, parameters: right })).toEqual([])
    expect(webhookProblems(masked).map(({ field }) => field)).toEqual([`parameters.${name}`])
  })
})

test.each([
  ['email', { email_address: 'ada@example.com, bob@example.com' }, []],
  ['email', { email_address: 'ada@example.com, bob' }, ['parameters.email_address invalid']],
  ['email', { email_address: 'ada@example.com\r\nBcc: x@example.com' }, ['parameters.email_address invalid']],
  [
    'email',
    { email_address: Array.from({ length: 21 }, (_, n) => `a${n}@b.c`).join() },
    ['parameters.email_address length'],
  ],
  [
    'email_template',
    { email_address: 'a@b.c', subject_template: '{{ nope }}', text_template: 'x' },
    ['parameters.subject_template invalid'],
  ],
  [
    'email_template',
    { email_address: 'a@b.c', subject_template: 'a\nb', text_template: 'x' },
    ['parameters.subject_template invalid'],
  ],
  ['pager_duty_v2', { integration_key: 'k', severity: 'loud' }, ['parameters.severity unknown']],
  ['pager_duty_v2', { integration_key: 'a\nb' }, ['parameters.integration_key invalid']],
  ['pager_duty_v2', { integration_key: 'k', repeat: true }, ['parameters.repeat forbidden']],
  ['slack', { url: 'hooks.slack.com/x' }, ['parameters.url invalid']],
  ['slack', { url: 'https://hooks.slack.com/x', repeat: false }, []],
  ['otel', { url: 'https://otel.example', headers: 'api-key: a\nX_Y=b' }, []],
  ['otel', { url: 'https://otel.example', headers: 'no header at all' }, ['parameters.headers invalid']],
  ['generic', { url: 'https://hooks.example' }, []],
])('%s %j: %j', (web_hook_type, parameters, problems) => {
  expect(fieldsOf(webhookProblems({ web_hook_type, parameters }))).toEqual(problems)
})

test('a password is not sent to another host than the one it was entered for', () => {
  const before = { web_hook_type: 'webhook', parameters: { url: 'https://a.example/x', username: 'u', password: MASK } }
  const moved = (url: string, password?: string) =>
    fieldsOf(webhookProblems({ parameters: { url, ...(password && { password }) } }, before))
  expect(moved('https://a.example/y')).toEqual([])
  expect(moved('https://evil.example/x')).toEqual(['parameters.password required'])
  expect(moved('https://evil.example/x', MASK)).toEqual(['parameters.password required'])
  expect(moved('https://evil.example/x', 'another')).toEqual([])
})

test('headers are lines with a name and a value', () => {
  expect(headerLines('api-key: a:b\n\nX=1')).toEqual([
    { key: 'api-key', value: 'a:b' },
    { key: 'X', value: '1' },
  ])
  expect(headerLines('a b: c')).toBe(null)
  expect(headerLines('a: b\u0000')).toBe(null)
})

test('a list shows where an alert sends without revealing a secret', () => {
  expect(destinationOf('slack', { url: MASK })).toBe('Slack')
  expect(destinationOf('webhook', { url: 'https://a.example/' })).toBe('https://a.example/')
  expect(destinationOf('email', { email_address: 'a@b.c' })).toBe('a@b.c')
  expect(webhookTypeOf('generic')).toBe('webhook')
  expect(webhookTypeOf('carrier_pigeon')).toBe(null)
})

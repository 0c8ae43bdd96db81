import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WebhookDraft, webhookProblems } from '../../../src/domain/alerts/webhook-rules.ts'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import { type Condition, OPERATORS, type Operator } from '../../../src/domain/conditions/operators.ts'
import { sourceRule } from '../../../src/domain/conditions/sources.ts'
import type { Problem } from '../../../src/domain/core/problem.ts'
import { methodOf } from '../../../src/domain/monitors/methods.ts'
import { type MonitorDraft, monitorProblems } from '../../../src/domain/monitors/monitor-rules.ts'
import { type ScheduleDraft, scheduleProblems } from '../../../src/domain/schedules/schedule-rules.ts'

const found = (problems: Problem[]) => problems.map(({ field, code }) => `${field} ${code}`)
/** Expects a sentence that starts with its field. */
const wellSaid = (problems: Problem[]) =>
  problems.every(({ field, message }) => message.startsWith(`${field} `) && message.endsWith('.'))

describe('Conditions', () => {
  const item = (change: Partial<Condition>): Condition => ({
    source: 'text',
    condition: 'contains',
    val: 'x',
    ...change,
  })

  test.each<[Partial<Condition>, string[]]>([
    [{}, []],
    [{ val: null }, ['val required']],
    [{ val: '' }, ['val invalid']],
    [{ condition: 'eq', val: '' }, []],
    [{ condition: 'exists' }, ['condition invalid']],
    [{ condition: 'empty', val: null }, []],
    [{ condition: 'gt', val: 'much' }, ['val invalid']],
    [{ condition: 'gt', val: '2026-01-05T10:00:00Z' }, []],
    [{ condition: 'between', val: '1' }, ['val2 required']],
    [{ condition: 'between', val: '2', val2: '1' }, ['val2 range']],
    [{ condition: 'between', val: '2026-01-05', val2: '1' }, ['val2 invalid']],
    [{ condition: 'in', val: ' ' }, ['val required']],
    [{ condition: 'in', val: 'a,,b' }, ['val invalid']],
    [{ source: 'http_code', condition: 'eq', val: '200' }, []],
    [{ source: 'http_code', condition: 'eq', val: '2xx' }, ['val invalid']],
    [{ source: 'http_code', condition: 'in', val: '200-299, 404, 5xx' }, []],
    [{ source: 'http_code', condition: 'in', val: '299-200' }, ['val invalid']],
    [{ source: 'http_code', condition: 'in', val: '2x' }, ['val invalid']],
    [{ source: 'http_code', condition: 'contains', val: '2' }, ['condition invalid']],
    [{ source: 'size', condition: 'lt', val: '-1' }, ['val invalid']],
    [{ source: 'size', condition: 'in', val: '1, 2' }, []],
    [{ source: 'size', condition: 'in', val: '1, b' }, ['val invalid']],
    [{ source: 'header', property: null }, ['property required']],
    [{ source: 'header', property: 'a b' }, ['property invalid']],
    [{ source: 'header', property: 'ETag', condition: 'not_exists', val: null }, []],
    [{ source: 'latency', condition: 'gt', val: '500' }, []],
    [{ source: 'latency', property: 'first_byte', condition: 'gt', val: '500' }, ['property unknown']],
    [{ source: 'latency', property: 't_tls', condition: 'gt', val: 'fast' }, ['val invalid']],
    [{ source: 'latency', condition: 'gt', val: '1', on_true: { outcome: 'slow' } }, []],
    [{ on_false: { outcome: 'slow' } }, ['on_false.outcome forbidden']],
    [{ val: '{{ A | json }}' }, []],
    [{ val: '{{ A | upper }}' }, ['val unknown']],
  ])('%j: %j', (change, problems) => {
    const set = { meta: {}, conditions: [item({}), item({}), item(change)] }
    expect(found(conditionProblems(set))).toEqual(problems.map((problem) => `conditions[2].${problem}`))
    expect(wellSaid(conditionProblems(set))).toBe(true)
  })

  test('ids are unique, and the number of conditions is limited', () => {
    const twice = { meta: {}, conditions: [item({ id: 'a' }), item({ id: 'b' }), item({ id: 'a' })] }
    expect(found(conditionProblems(twice))).toEqual(['conditions[2].id duplicate'])
    expect(found(conditionProblems({ meta: {}, conditions: new Array<Condition>(201).fill(item({})) }))).toEqual([
      'conditions length',
    ])
  })

  test('every operator that the table offers for a source is valid for it', () => {
    for (const [key, { on, needs, form, example }] of Object.entries<Operator>(OPERATORS))
      for (const source of on) {
        const known = Object.keys(OPERATORS).find((name): name is keyof typeof OPERATORS => name === key) ?? 'eq'
        const { property } = sourceRule(source)
        const val = form === 'text' || form === 'measure' ? '200' : example
        const given = { val: needs === 'nothing' ? null : val, val2: needs === 'two' ? '300' : null }
        const problems = conditionProblems(
          { conditions: [{ source, condition: known, property: property?.example ?? null, ...given }] },
          { engines: expressionEngines },
        )
        expect(problems, `${source} ${key}`).toEqual([])
      }
  })
})

describe('Monitors', () => {
  const good: MonitorDraft = {
    meta: { name: 'Pay', tags: ['prod'] },
    request: {
      method: 'get',
      url: 'https://%%HOST%%/pay',
      headers: [{ key: 'X-{{ name }}', value: 'é' }],
      timeout_seconds: 30,
    },
  }
  const withRequest = (request: MonitorDraft['request']) => ({ ...good, request: { ...good.request, ...request } })

  test.each<[MonitorDraft, string[]]>([
    [good, []],
    [{}, []],
    [{ meta: { name: ' ' } }, ['meta.name required']],
    [withRequest({ method: 'BREW IT' }), ['request.method invalid']],
    [withRequest({ url: ' ' }), ['request.url required']],
    [withRequest({ url: 'example.com' }), ['request.url invalid']],
    [withRequest({ url: 'https://me:pass@example.com' }), ['request.url forbidden']],
    [withRequest({ url: 'https://me@example.com' }), ['request.url forbidden']],
    [withRequest({ url: 'https://%%USER%%:%%PASS%%@example.com' }), ['request.url forbidden']],
    [withRequest({ url: '%%SCHEME%%://%%USER%%@example.com' }), ['request.url forbidden']],
    [withRequest({ url: 'https://example.com/@me?mail=a@b' }), []],
    [withRequest({ headers: [{ key: '', value: '' }] }), ['request.headers[0].key required']],
    [
      withRequest({
        headers: [
          { key: 'a', value: '' },
          { key: 'a:b', value: '' },
        ],
      }),
      ['request.headers[1].key invalid'],
    ],
    [withRequest({ headers: [{ key: 'a b', value: '' }] }), ['request.headers[0].key invalid']],
    [withRequest({ headers: [{ key: 'a', value: 'x\r\nInjected: 1' }] }), ['request.headers[0].value invalid']],
    [withRequest({ headers: [{ key: 'a', value: '\0' }] }), ['request.headers[0].value invalid']],
    [withRequest({ timeout_seconds: 0 }), ['request.timeout_seconds range']],
    [withRequest({ timeout_seconds: 121 }), ['request.timeout_seconds range']],
    [withRequest({ timeout_seconds: 1.5 }), ['request.timeout_seconds range']],
    [
      { meta: { tags: ['a', ' b', 'c,d', '', 'x'.repeat(201), 'a'] } },
      [
        'meta.tags[1] invalid',
        'meta.tags[2] invalid',
        'meta.tags[3] required',
        'meta.tags[4] length',
        'meta.tags[5] duplicate',
      ],
    ],
    [{ meta: { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) } }, ['meta.tags length']],
  ])('%j: %j', (draft, problems) => {
    expect(found(monitorProblems(draft))).toEqual(problems)
    expect(wellSaid(monitorProblems(draft))).toBe(true)
  })

  test('a URL with a password is rejected with advice', () => {
    expect(monitorProblems(withRequest({ url: 'https://me:pass@example.com' }))[0]?.message).toContain(
      'Authorization header',
    )
  })

  test('any method is accepted in either case and stored in upper case, but none that is no word or opens a tunnel', () => {
    const methods = ['get', 'Options', ' purge ', 'M-SEARCH', 'CONNECT', 'GET /x', 'PRÜFEN', '', 'X'.repeat(33)]
    expect(methods.map(methodOf)).toEqual(['GET', 'OPTIONS', 'PURGE', 'M-SEARCH', null, null, null, null, null])
    const wrong = monitorProblems({ request: { method: 'connect' } })
    expect(wrong.map(({ message }) => message)).toEqual([
      'request.method must not be CONNECT, which opens a tunnel through a proxy.',
    ])
    expect(wellSaid(monitorProblems({ request: { method: 'GET /x' } }))).toBe(true)
  })
})

describe('Schedules', () => {
  test.each<[ScheduleDraft, string[]]>([
    [{}, []],
    [{ name: 'Night', frequency: 'daily', regions: ['all'], targets: ['a', 'b'], tags: ['x'] }, []],
    [{ name: '' }, ['name required']],
    [{ frequency: 0 }, ['frequency range']],
    [{ frequency: 'weekly' }, ['frequency range']],
    [{ targets: ['a', 'a'] }, ['targets duplicate']],
    [{ tags: ['a,b'] }, ['tags[0] invalid']],
  ])('%j: %j', (draft, problems) => {
    expect(found(scheduleProblems(draft))).toEqual(problems)
    expect(wellSaid(scheduleProblems(draft))).toBe(true)
  })
})

describe('Webhooks', () => {
  const url = 'https://hooks.example/in'
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  test.each<[WebhookDraft, string[]]>([
    [{ parameters: { url } }, []],
    [
      {
        parameters: { url: 'http://hooks.example:8080/in', username: 'u', password: 'p', secret, fails_in_a_row: '3' },
      },
      [],
    ],
    [{ parameters: { url, secret: null, password: null, fails_in_a_row: 0 } }, []],
    [{ parameters: { url: '' } }, ['parameters.url required']],
    [{ parameters: { url: 'hooks.example' } }, ['parameters.url invalid']],
    [{ parameters: { url: `see ${url}` } }, ['parameters.url invalid']],
    [{ parameters: { url: 'ftp://hooks.example' } }, ['parameters.url invalid']],
    [{ parameters: { url: 'https://u:p@hooks.example' } }, ['parameters.url forbidden']],
    [{ parameters: { url, fails_in_a_row: -1 } }, ['parameters.fails_in_a_row range']],
    [{ parameters: { url, fails_in_a_row: 1.5 } }, ['parameters.fails_in_a_row range']],
    [{ parameters: { url, fails_in_a_row: '' } }, ['parameters.fails_in_a_row range']],
    [{ parameters: { url, fails_in_a_row: 'two' } }, ['parameters.fails_in_a_row range']],
    [{ parameters: { url, username: 'a:b' } }, ['parameters.username invalid']],
    [{ parameters: { url, username: null, password: 'p' } }, ['parameters.username required']],
    [{ parameters: { url, secret: 'hunter2' } }, ['parameters.secret invalid']],
    [{ parameters: { url, secret: `whsec_${Buffer.alloc(23).toString('base64')}` } }, ['parameters.secret invalid']],
    [{ alerts: [] }, ['alerts required']],
    [{ alerts: ['FAIL', 'QUEUED'] }, ['alerts unknown']],
    [{ alerts: ['FAIL', 'FAIL'] }, ['alerts duplicate']],
    [{ alerts: ['PASS', 'SLOW', 'WARNING', 'FAIL'], web_hook_type: 'generic' }, []],
    [{ web_hook_type: 'carrier_pigeon' }, ['web_hook_type unknown']],
    [{ web_hook_type: 'hipchat', parameters: { url: 'https://a.example/' } }, ['web_hook_type forbidden']],
    [{ name: ' ' }, ['name required']],
    [{ include_tags: ['a', 'a'], exclude_tags: [''] }, ['include_tags[1] duplicate', 'exclude_tags[0] required']],
  ])('%j: %j', (draft, problems) => {
    expect(found(webhookProblems(draft))).toEqual(problems)
    expect(wellSaid(webhookProblems(draft))).toBe(true)
  })

  test('every secret of 24 to 64 bytes is accepted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 80 }), (bytes) => {
        const accepted =
          webhookProblems({ parameters: { url, secret: `whsec_${Buffer.from(bytes).toString('base64')}` } }).length ===
          0
        return accepted === (bytes.length >= 24 && bytes.length <= 64)
      }),
    )
  })
})

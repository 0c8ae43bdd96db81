import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { OPERATORS, type Source } from '../../../src/domain/conditions/operators.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import {
  NEW_CONDITION,
  operatorOptions,
  outcomeShown,
  withOperator,
  withOutcome,
  withSource,
} from '../../../src/views/conditions/condition-form.ts'
import { partsSentence } from '../../../src/views/kit/form/changed-parts.ts'
import {
  BODY_MODES,
  type BodyMode,
  bodyModeOf,
  formBody,
  formPairs,
  headersFor,
} from '../../../src/views/monitors/body-mode.ts'
import { withCurl } from '../../../src/views/monitors/curl-form.ts'
import { jsonProblem, jsonSentence } from '../../../src/views/monitors/json-problem.ts'
import { draftOf, type MonitorForm, NEW_MONITOR } from '../../../src/views/monitors/monitor-form.ts'
import { monitorTable } from '../../../src/views/monitors/monitor-table.ts'
import { requestPreview, variablesOf } from '../../../src/views/monitors/request-preview.ts'
import { shownFields, withFields } from '../../../src/views/monitors/secret-fields.ts'

const { changedParts } = monitorTable
const formProblems = (form: MonitorForm, base = NEW_MONITOR) => monitorTable.problemsOf(form, base)

const anyPairs = fc.array(fc.record({ key: fc.string({ unit: 'grapheme' }), value: fc.string({ unit: 'grapheme' }) }))

const withRequest = (request: Partial<MonitorForm['request']>): MonitorForm => ({
  ...NEW_MONITOR,
  meta: { ...NEW_MONITOR.meta, name: 'Orders' },
  request: { ...NEW_MONITOR.request, url: 'https://example.com/', ...request },
})

test('fields of a form body come back as they were written', () => {
  fc.assert(
    fc.property(anyPairs, (pairs) => {
      const written = pairs.filter(({ key, value }) => key !== '' || value !== '')
      expect(formPairs(formBody(pairs))).toEqual(written)
    }),
  )
})

test('a placeholder in a form body stays readable', () => {
  expect(formBody([{ key: 'id', value: '{{ NAME }}&%%X%%' }])).toBe('id={{ NAME }}%26%%X%%')
})

test('each way to write a body sets its type, and is found again by it', () => {
  for (const [mode, { contentType }] of Object.entries(BODY_MODES)) {
    const headers = headersFor(mode as BodyMode, [
      { key: 'content-type', value: 'text/plain' },
      { key: 'X-One', value: '1' },
    ])
    expect(headers.filter(({ key }) => key.toLowerCase() === 'content-type').map(({ value }) => value)).toEqual(
      contentType === null ? [] : [contentType],
    )
    expect(headers).toContainEqual({ key: 'X-One', value: '1' })
    if (contentType !== null) expect(bodyModeOf('', headers)).toBe(mode)
  }
  const own = [{ key: 'Content-Type', value: 'application/vnd.api+json' }]
  expect(headersFor('json', own)).toEqual(own)
})

test('JSON is whatever parses once each placeholder has a value', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(jsonProblem(text)).toBeNull()
    }),
  )
  expect(jsonProblem('{"a": {{ n }}, "b": "x__NAME__y", "c": %%C%%}')).toBeNull()
})

test('text that is no JSON is told by the parser’s name and message, and by its place', () => {
  const problem = jsonProblem('{\n  "a": 1\n  "b": 2\n}')
  expect(problem).toMatchObject({ name: 'SyntaxError', line: 3, column: 3 })
  expect(problem && jsonSentence(problem)).toMatch(/^SyntaxError: .+ \(line 3, column 3\)$/)
  expect(jsonProblem('{"a": {{ n }}\n x}')).toMatchObject({ line: 2, column: 2 })
})

test('problems are told beside their fields, without the paths of the rules', () => {
  const form = { ...withRequest({ url: 'nowhere', headers: [{ key: 'a b', value: '' }], timeout_seconds: 'x' }) }
  const problems = formProblems({
    ...form,
    meta: { ...form.meta, name: ' ', tags: 'one, one' },
    conditions: [{ source: 'latency', condition: 'lt', val: 'soon' }],
  })
  expect(problems.map(({ field }) => field)).toEqual([
    'meta.name',
    'meta.tags',
    'request.url',
    'request.headers[0].key',
    'request.timeout_seconds',
    'conditions[0].val',
  ])
  for (const { message } of problems) expect(message).not.toMatch(/request\.|meta\.|conditions\[|\bval\b/)
})

test('a row without a name and a value is not there yet', () => {
  expect(draftOf(withRequest({ headers: [{ key: '', value: '' }] })).request.headers).toEqual([])
  expect(formProblems(withRequest({ headers: [{ key: '', value: '' }] }))).toEqual([])
})

test('the preview shows no secret, and names the variables that stand for one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,20}$/), (secret) => {
      const headers = [{ key: 'Authorization', value: `Bearer ${secret}` }]
      const parameters = [{ key: 'api_key', value: secret }]
      expect(requestPreview(withRequest({ headers, parameters }).request)).not.toContain(secret)
    }),
  )
  const request = withRequest({ headers: [{ key: 'Authorization', value: 'Bearer {{ TOKEN }}' }] }).request
  expect(requestPreview(request)).toContain('authorization: Bearer {{ TOKEN }}')
  expect(
    requestPreview(withRequest({ headers: [{ key: 'Authorization', value: 'Bearer abc{{ T }}' }] }).request),
  ).toContain(MASK)
  expect(variablesOf(request)).toEqual(['TOKEN'])
})

test('whatever is chosen for a condition, its operator suits its source, and only a latency is slow', () => {
  const sources = ['http_code', 'size', 'header', 'text', 'latency'] as const
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...sources, ...Object.keys(OPERATORS), 'slow', 'fail'), { maxLength: 12 }),
      (choices) => {
        let condition = NEW_CONDITION
        for (const choice of choices) {
          if (sources.some((source) => source === choice)) condition = withSource(condition, choice)
          else if (operatorOptions(condition.source).some(({ value }) => value === choice))
            condition = withOperator(condition, choice)
          else if (choice === 'fail' || condition.source === 'latency') condition = withOutcome(condition, true, choice)
        }
        const offered: readonly Source[] = OPERATORS[condition.condition].on
        expect(offered).toContain(condition.source)
        const fields = conditionProblems({ meta: {}, conditions: [condition] }).map(({ field }) => field)
        expect(fields.filter((field) => /outcome|\.condition$/.test(field))).toEqual([])
      },
    ),
  )
})

test('a condition without handlers is a demand, and setting one outcome keeps the other as it was shown', () => {
  expect([outcomeShown(NEW_CONDITION, true), outcomeShown(NEW_CONDITION, false)]).toEqual(['none', 'fail'])
  const changed = withOutcome(NEW_CONDITION, false, 'warning')
  expect([outcomeShown(changed, true), outcomeShown(changed, false)]).toEqual(['none', 'warning'])
})

test('a curl command fills the request and keeps what the form says of the monitor', () => {
  const named = { ...NEW_MONITOR, meta: { ...NEW_MONITOR.meta, name: 'Mine' } }
  const read = withCurl(named, `curl -X PUT https://example.com/a -H 'X-One: 1' --json '{"a":1}'`)
  if ('problem' in read) throw new Error(read.problem)
  expect(read.form).toMatchObject({
    meta: { name: 'Mine' },
    request: { method: 'PUT', url: 'https://example.com/a', bodyMode: 'json' },
  })
  expect(read.form.conditions).toBe(NEW_MONITOR.conditions)
  expect(withCurl(NEW_MONITOR, 'wget x')).toHaveProperty('problem')
})

test('a curl command leaves each file to choose in the form, and binary bodies are bytes', () => {
  const filled = (command: string) => {
    const read = withCurl(NEW_MONITOR, command)
    if ('problem' in read) throw new Error(read.problem)
    return read.form.request
  }
  expect(filled(`curl https://example.com/ -F title=Cat -F 'photo=@pics/cat.png;type=image/png'`)).toMatchObject({
    bodyMode: 'multipart',
    headers: [],
    parts: [
      { name: 'title', value: 'Cat' },
      { name: 'photo', file_id: null, file_name: 'cat.png', content_type: 'image/png' },
    ],
  })
  expect(filled('curl https://example.com/ --data-binary @cat.png')).toMatchObject({ bodyMode: 'file', fileId: '' })
  expect(filled(String.raw`curl https://example.com/ --data-binary $'\x89PNG'`)).toMatchObject({
    bodyMode: 'binary',
    binary: 'iVBORw==',
  })
})

test('changes are told by the parts of the form', () => {
  const changed = { ...NEW_MONITOR, request: { ...NEW_MONITOR.request, url: 'x', headers: [{ key: 'a', value: 'b' }] } }
  expect(changedParts(NEW_MONITOR, changed)).toEqual(['address', 'headers'])
  expect(partsSentence(['address', 'headers', 'body'])).toBe('to address, headers and body')
  expect(partsSentence(['name'])).toBe('to name')
})

test('stored secrets have to be entered again as soon as the address leads elsewhere, and not where it only changes its path', () => {
  const stored = withRequest({
    url: 'https://api.example.com/a',
    headers: [{ key: 'Authorization', value: MASK }],
    variables: [{ key: 'pass', value: MASK, secret: true }],
  })
  const at = (url: string, more: Partial<MonitorForm['request']> = {}) =>
    formProblems({ ...stored, request: { ...stored.request, url, ...more } }, stored)
  expect(at('https://api.example.com/b?x={{y}}')).toEqual([])
  expect(at('HTTPS://API.example.com:443/')).toEqual([])
  expect(at('https://evil.example/')).toEqual([
    {
      field: 'request.headers[0].value',
      message:
        'Authorization was entered for https://api.example.com. Enter it again to send it to https://evil.example.',
    },
    {
      field: 'request.variables[0].value',
      message: 'pass was entered for https://api.example.com. Enter it again to send it to https://evil.example.',
    },
  ])
  expect(at('{{base}}/').map(({ field }) => field)).toEqual(['request.allowed_origins'])
  expect(at('{{base}}/', { allowed_origins: 'https://api.example.com' })).toEqual([])
  expect(at('{{base}}/', { allowed_origins: 'api.example.com' })).toEqual([
    {
      field: 'request.allowed_origins',
      message: 'Each entry must be an origin such as https://api.example.com, without a path.',
    },
  ])
  const withEmptyRow = [{ key: '', value: '' }, ...stored.request.headers]
  expect(at('https://evil.example/', { headers: withEmptyRow })[0]?.field).toBe('request.headers[1].value')
})

test('a field of a form body that is marked as secret moves into a secret variable, and comes back', () => {
  const { request } = withRequest({ bodyMode: 'form', fields: [{ key: 'pass word', value: 'p&ss' }] })
  const marked = withFields(request, [{ key: 'pass word', value: 'p&ss', secret: true }])
  expect(marked).toMatchObject({
    fields: [{ key: 'pass word', value: '{{pass_word}}' }],
    variables: [{ key: 'pass_word', value: 'p%26ss', secret: true }],
  })
  expect(draftOf({ ...NEW_MONITOR, request: marked }).request.body).toBe('pass%20word={{pass_word}}')
  expect(shownFields(marked)).toEqual([{ key: 'pass word', value: '{{pass_word}}', secret: true }])
  const again = withFields(marked, [{ key: 'pass word', value: '{{pass_word}}', secret: false }])
  expect(again).toMatchObject({ fields: [{ key: 'pass word', value: 'p&ss' }], variables: [] })
})

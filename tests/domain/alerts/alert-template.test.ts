import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTemplateVariable, TEMPLATE_VARIABLES, templateVariables } from '../../../src/domain/alerts/alert-message.ts'
import { MAX_TEXT_LENGTH, readTemplate, renderTemplate } from '../../../src/domain/alerts/alert-template.ts'
import { exampleMessage } from '../../../src/domain/alerts/example-message.ts'
import { TEMPLATE_FILTERS } from '../../../src/domain/alerts/template-filters.ts'
import { WEBHOOK_TYPES } from '../../../src/domain/alerts/webhook-types.ts'
import { durationText } from '../../../src/domain/core/duration-text.ts'

const message = exampleMessage({
  webhook: { id: 'w1', name: 'On-call' },
  monitor: { id: 'm1', name: 'Pay', description: null, tags: ['eu', 'shop'], url: 'https://api.example/pay' },
  kind: 'alert',
  category: 'FAIL',
  resultUrl: (id) => `https://sonde.example/tests/result/${id}`,
  now: Date.UTC(2026, 0, 5, 10),
  id: 'msg_1',
})
const variables = templateVariables(message)
const made = (source: string) => renderTemplate(readTemplate(source, isTemplateVariable), variables)
const problems = (source: string) => readTemplate(source, isTemplateVariable).problems

describe('A rendered template', () => {
  test.each([
    ['plain text', 'plain text'],
    ['[{{result_class}}] {{ call_meta.name }}', '[FAIL] Pay'],
    ['{{ http_code }} {{ http_reason|upper }}', '503 SERVICE UNAVAILABLE'],
    ['{{ call_meta.tags }}', 'eu, shop'],
    ['{{ call_meta.tags | join(" + ") }}', 'eu + shop'],
    ['{{ call_meta.tags | first }}/{{ call_meta.tags | last }}/{{ call_meta.tags | length }}', 'eu/shop/2'],
    ['{{ call_meta.description }}.', '.'],
    ['{{ call_meta.description | default("none") }}', 'none'],
    ["{{ call_meta.description | upper | default('-') }}", '-'],
    ['{{ response_time | round }} {{ response_time | round(1, "floor") }}', '1234 1234'],
    ['{{ call_url | replace("https://", "") | replace("/pay", "|") }}', 'api.example|'],
    ['{{ call_meta.name | lower | reverse }}', 'yap'],
    ['{{ call_url | urlencode }}', 'https%3A%2F%2Fapi.example%2Fpay'],
    ['{{ context.NOT_THERE | default("?") }} {{ context._test }}', '? true'],
    ['{{ since }}, {{ duration }}, {{ in_a_row }}', '2026-01-05 09:48:00 UTC, 12 min, 3'],
    ['{% if kind == "recovery" %}well{% else %}bad{% endif %}', 'bad'],
    ['{% if http_code == 503 %}a{% elif http_code == 500 %}b{% else %}c{% endif %}', 'a'],
    ['{% if http_code == 500 %}a{% elif http_code != 500 %}b{% endif %}', 'b'],
    ['{% if not call_meta.description %}bare{% endif %}', 'bare'],
    [
      '{% if call_meta.tags %}{% if condition.name %}{{ condition.name }}{% endif %}{% endif %}',
      'status code equals 200',
    ],
    ['{% if result_class | lower == "fail" %}yes{% endif %}', 'yes'],
    ['a } b }} c %} d', 'a } b }} c %} d'],
  ])('%s: %s', (source, text) => {
    expect(problems(source)).toEqual([])
    expect(made(source)).toBe(text)
  })

  test('the initial templates are valid and describe the event', () => {
    for (const { kind, initial } of WEBHOOK_TYPES.email_template.parameters)
      if (kind === 'template') {
        expect(problems(initial ?? '{{')).toEqual([])
        expect(made(initial ?? '')).not.toContain('{{')
      }
  })

  test('every offered variable has a value in a message, and every filter can be used', () => {
    for (const { name } of TEMPLATE_VARIABLES) expect(problems(`{{ ${name} }}`)).toEqual([])
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(TEMPLATE_VARIABLES.map(({ name }) => name)))
    for (const { name } of TEMPLATE_FILTERS)
      expect(problems(`{{ kind | ${name} }}`).join()).not.toContain('does not exist')
  })
})

describe('Problems of a template are reported before it is stored', () => {
  test.each([
    ['{{ call.name }}', 'uses call.name, which is not a variable'],
    ['{{ nothing }} {{ nothing }}', 'uses nothing, which is not a variable'],
    ['{{ }}', 'does not start with a variable name'],
    ['{{ kind; exit }}', 'does not start with a variable name'],
    ['{{ kind | eval("x") }}', 'uses the filter eval, which does not exist'],
    ['{{ kind | constructor }}', 'uses the filter constructor, which does not exist'],
    ['{{ kind | default }}', 'passes the filter default 0 values, but it takes 1'],
    ['{{ kind | round(kind) }}', 'something other than quoted texts and numbers'],
    ['{{ kind', 'opens {{ or {% without closing it'],
    ['{% if kind %}', 'has an {% if %} without its {% endif %}'],
    ['{% endif %}', 'has a {% endif %} without an {% if %} before it'],
    ['{% for x in y %}{% endfor %}', 'only if, elif, else and endif exist'],
    ['{% if __proto__ %}{% endif %}', 'uses __proto__, which is not a variable'],
  ])('%s: %s', (source, problem) => {
    expect(problems(source).join(' · ')).toContain(problem)
    expect(() => made(source)).not.toThrow()
  })

  test('parsing and rendering any template terminates, with bounded output', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      'if',
      'else',
      'endif',
      ' ',
      '|',
      '"',
      '(',
      ')',
      ',',
      'kind',
      'x',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        expect(made(pieces.join('')).length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
      }),
    )
    const growing = `{{ call_url ${'| replace("a", "aaaaaaaaaaaaaaaaaaaa")'.repeat(12)} }}`
    expect(made(growing.repeat(40)).length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
  })
})

test('a duration is shown in its two largest units', () => {
  expect([0, 999, 61_000, 7_500_000, 90_000_000, 86_400_000].map(durationText)).toEqual([
    '0 s',
    '1 s',
    '1 min 1 s',
    '2 h 5 min',
    '1 d 1 h',
    '1 d',
  ])
})

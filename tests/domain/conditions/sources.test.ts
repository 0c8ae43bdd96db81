import { describe, expect, test } from 'vitest'
import type { Condition, OperatorKey, Source } from '../../../src/domain/conditions/operators.ts'
import type { Outcome } from '../../../src/domain/conditions/outcome.ts'
import { judged, responseWith } from '../../support/judging.ts'

const XML = `<?xml version="1.0"?><shop xmlns="urn:shop" xmlns:p="urn:price"><item id="1"><p:cost>9.5</p:cost></item><item id="2"/></shop>`
const xml = responseWith({ body: XML })
const ask = (source: Source, property: string | null, condition: OperatorKey, val?: string): Condition => ({
  source,
  property,
  condition,
  ...(val !== undefined && { val }),
})

describe('Values of a response', () => {
  test.each<[Source, string | null, unknown]>([
    ['http_code', null, 200],
    ['size', null, 2048],
    ['header', 'content-type', 'application/json; charset=utf-8'],
    ['header', "content-type|split(';')[0]", 'application/json'],
    ['header', 'missing', undefined],
    ['cookie', 'session', 'abc'],
    ['cookie', 'lang', 'en'],
    ['cookie', 'Session', undefined],
    ['redirects', '', 2],
    ['redirects', 'count', 2],
    ['redirects', 'url', 'https://example.com/end'],
    ['tls', 'days_to_expiry', 13],
    ['tls', 'version', 'TLSv1.3'],
    ['tls', 'issuer', 'Example CA'],
    ['tls', 'subject', 'example.com'],
    ['tls', 'chain', ['example.com', 'Example CA', 'Example Root']],
    ['tls', 'chain | length', 3],
    ['json', '$.status', 'ok'],
    ['json', 'status', 'ok'],
    ['json', '$.items[0].id', 1],
    ['json', '$.items[-1].tags', ['a', 'b']],
    ['json', 'items.1.id', 2],
    ['json', '.items[0].id', 1],
    ['json', '.items.1.id', 2],
    ['json', ".['status']", 'ok'],
    ['json', '.items[*].id', [1, 2]],
    ['json', '..id', [1, 2]],
    ['json', '. | jsonpath(".status")', 'ok'],
    ['json', '$.none', null],
    ['json', "$['a b']", 'c'],
    ['json', '$.items[5].id', undefined],
    ['json', '$.items[*].id', [1, 2]],
    ['json', '$.items[?@.id > 1].id', [2]],
    ['json', '$.items[?@.id > 1].id | first', 2],
    ['json', '$..tags[*] | length', 2],
    ['json', '$.missing[*] | length', 0],
    ['json', "$.items[?match(@.tags[0], 'a|b')].id", [2]],
    ['json', '$.constructor', undefined],
    ['json', '$.missing|default("x")|upper', 'X'],
    ['regex', '"count":(\\d+)', '7'],
    ['regex', 'count|status', 'status'],
    ['regex', '"status":"(\\w+)" | upper', 'OK'],
    ['regex', 'absent', undefined],
    ['text', '|length', 112],
    ['text', "|jsonpath('$.items')|length", 2],
    ['latency', 't_connect', 30],
    ['latency', '', 250],
  ])('%s %s is %j', (source, property, value) => {
    const { value: found, verdict } = judged(ask(source, property, 'eq', 'x'))
    expect([found, verdict.note]).toEqual([value, undefined])
  })

  test.each<[string, unknown]>([
    ['//item/@id', ['1', '2']],
    ['count(//item)', 2],
    ['//p:cost', '9.5'],
    ['/shop/item[1]', '9.5'],
    ['number(//p:cost) > 9', true],
    ['//absent', undefined],
    ['//item/@id | first', '1'],
    ['//p:cost | //absent', '9.5'],
  ])('xml %s is %j', (property, value) => {
    expect(judged(ask('xml', property, 'eq', 'x'), xml).value).toEqual(value)
  })
})

describe('The certificate that a condition is about', () => {
  const of = (subject: string, not_after: string) => ({ subject, issuer: '', not_before: '', not_after })
  const tls = { version: 'TLSv1.3', cipher: '', subject: 'a', issuer: 'b', not_after: '2026-01-19T11:00:00.000Z' }
  const daysOf = (certificates: ReturnType<typeof of>[]) =>
    judged(ask('tls', 'days_to_expiry', 'ge', '14'), responseWith({ tls: { ...tls, certificates } })).value

  test('is the one of the chain that expires first, its root included', () => {
    const own = of('a', tls.not_after)
    expect(daysOf([own, of('b', '2026-01-08T13:00:00.000Z'), of('c', '2030-01-01T00:00:00.000Z')])).toBe(3)
    expect(daysOf([own, of('b', '2030-01-01T00:00:00.000Z'), of('c', '2026-01-08T13:00:00.000Z')])).toBe(3)
    expect(daysOf([own, of('b', '2030-01-01T00:00:00.000Z'), of('c', '')])).toBe(13)
  })

  test('is the server’s own where the result lists no others, as of older agents', () => {
    expect(judged(ask('tls', 'days_to_expiry', 'ge', '14'), responseWith({ tls })).value).toBe(13)
  })

  test('has the subjects of its chain listed, whether or not a condition asked for them', () => {
    const certificates = [of('a', tls.not_after), of('b', '')]
    expect(judged(ask('tls', 'chain', 'contains', 'b'), responseWith({ tls: { ...tls, certificates } })).value).toEqual(
      ['a', 'b'],
    )
  })
})

describe('Answers', () => {
  test.each<[Condition, boolean]>([
    [ask('json', '$.count', 'eq', '7.0'), true],
    [ask('json', '$.count', 'gt', '6'), true],
    [ask('json', '$.count', 'between', '6'), false],
    [ask('json', '$.status', 'in', 'ok, fine'), true],
    [ask('json', '$.status', 'ne', 'ok'), false],
    [ask('json', '$.items[1].tags', 'contains', 'a'), true],
    [ask('json', '$.items[1].tags', 'contains', 'ab'), false],
    [ask('json', '$.status', 'contains', 'k'), true],
    [ask('json', '$.status', 'starts', 'o'), true],
    [ask('json', '$.status', 'ends', 'o'), false],
    [ask('json', '$.status', 'matches', '^[a-z]{2}$'), true],
    [ask('json', '$.status', 'not_matches', 'x'), true],
    [ask('json', '$.none', 'exists'), true],
    [ask('json', '$.no', 'exists'), false],
    [ask('json', '$.no', 'not_exists'), true],
    [ask('json', '$.none', 'empty'), true],
    [ask('json', '$.items[0].tags', 'empty'), true],
    [ask('json', '$.items', 'not_empty'), true],
    [ask('json', '$.ok', 'true'), true],
    [ask('json', '$.ok', 'false'), false],
    [ask('json', '$.status', 'true'), false],
    ...(['string $.status', 'number $.count', 'integer $.count', 'boolean $.ok', 'null $.none'] as const).map(
      (line): [Condition, boolean] => {
        const [type, path = ''] = line.split(' ')
        return [ask('json', path, 'type', type), true]
      },
    ),
    [ask('json', '$.items', 'type', 'array'), true],
    [ask('json', '$', 'type', 'object'), true],
    [ask('json', '$.none', 'type', 'object'), false],
    [ask('json', '$.no', 'type', 'null'), false],
    [ask('json', '$.items[0]', 'schema', '{"required":["id"]}'), true],
    [ask('text', null, 'schema', '{"properties":{"count":{"type":"integer"}}}'), true],
    [ask('text', null, 'matches', '"ok":(true|false)'), true],
    [ask('text', null, 'not_matches', 'error'), true],
    [ask('cookie', 'session', 'exists'), true],
    [ask('cookie', 'theme', 'not_exists'), true],
    [ask('redirects', 'count', 'le', '2'), true],
    [ask('redirects', 'url', 'ends', '/end'), true],
    [ask('tls', 'days_to_expiry', 'ge', '14'), false],
    [ask('tls', 'chain', 'contains', 'Example Root'), true],
    [ask('tls', 'version', 'in', 'TLSv1.2, TLSv1.3'), true],
    [ask('regex', '"count":(\\d+)', 'lt', '8'), true],
    [ask('regex', 'no such', 'exists'), false],
  ])('%j: %s', (condition, answer) => expect(judged(condition).verdict.verdict).toBe(answer))

  test('variables are filled in, in the property and in the values', () => {
    const asked = { ...ask('json', '$.items[{{ n }}].%%FIELD%%', 'between', '__LOW__'), val2: '{{ high }}' }
    const { verdict } = judged(asked, responseWith(), { n: '1', FIELD: 'id', LOW: '2', high: '3' })
    expect(verdict).toMatchObject({ name: 'JSON value $.items[1].id is between 2 and 3', actual: '2', verdict: true })
  })
})

describe('A condition that could not be evaluated says why', () => {
  const big = responseWith({ isCut: true })
  const cases: readonly [Condition, Outcome, string][] = [
    [ask('json', '$.a', 'exists'), responseWith({ body: '<html>' }), 'The response body is not JSON.'],
    [ask('xml', '//a', 'exists'), responseWith(), 'The response body is not well-formed XML.'],
    [ask('json', '$.a', 'exists'), responseWith({ body: null }), 'The response body is empty or is no text.'],
    [ask('regex', 'a', 'exists'), responseWith({ body: null }), 'The response body is empty or is no text.'],
    [ask('json', '$.a', 'exists'), big, 'The response body is too large to parse: more than 1 MiB.'],
    [ask('xml', '//a', 'exists'), big, 'The response body is too large to parse: more than 1 MiB.'],
    [ask('text', null, 'schema', '{}'), big, 'The response body is too large to parse: more than 1 MiB.'],
    [
      ask('xml', '//a', 'exists'),
      responseWith({ body: '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>' }),
      'The XML declares entities, which conditions do not expand.',
    ],
    [
      ask('json', '$.{{ x }}', 'exists'),
      responseWith(),
      "With its variables filled in, the property must be a JSON path: unexpected shorthand selector '['.",
    ],
    [
      ask('text', null, 'matches', '{{ x }}'),
      responseWith(),
      'With its variables filled in, the value must be a regular expression in RE2 syntax: missing closing ]: `[[`.',
    ],
    [
      ask('text', null, 'schema', '{{ x }}'),
      responseWith(),
      'With its variables filled in, the value must be a JSON schema, which is an object such as {"type":"object"}.',
    ],
    [
      ask('header', '{{ x }}', 'exists'),
      responseWith(),
      'With its variables filled in, the property must be a header name, without spaces or separators.',
    ],
    [ask('xml', 'error()', 'exists'), xml, 'The XPath failed: FOER0000.'],
  ]
  test.each(cases.map(([condition, outcome, note]) => ({ condition, outcome, note })))(
    '$condition: $note',
    ({ condition, outcome, note }) => {
      const { verdict } = judged(condition, outcome, { x: '[[' })
      expect([verdict.verdict, verdict.note]).toEqual([false, note])
    },
  )

  test('it leads to the worse of its outcomes; one about something that the response lacks does not hold', () => {
    const bad = { on_true: { outcome: 'fail', message: 'down' }, on_false: { outcome: 'none' } } as const
    const asked = { ...ask('json', '$.error', 'exists'), ...bad }
    expect(judged(asked, big).verdict).toMatchObject({ verdict: false, outcome: 'fail', message: 'down' })
    expect(judged(asked, responseWith({ body: 'no' })).verdict).toMatchObject({ verdict: false, outcome: 'none' })
  })

  test('a value that does not fit a schema is named with its place', () => {
    const schema = '{"properties":{"items":{"items":{"properties":{"id":{"type":"string"}}}}}}'
    const { verdict } = judged(ask('text', null, 'schema', schema))
    expect(verdict).toMatchObject({
      verdict: false,
      note: 'At $.items[0].id: Instance type "number" is invalid. Expected "string".',
    })
  })
})

import { expect, test } from 'vitest'
import { judged, responseWith } from '../../support/judging.ts'

const verdictOf = (body: string, schema: string) =>
  judged({ source: 'json', property: '$', condition: 'schema', val: schema }, responseWith({ body })).verdict

const MAX = '9223372036854775807'

test.each<[string, string, boolean]>([
  [MAX, '{"type":"integer"}', true],
  ['1e400', '{"type":"integer"}', true],
  ['0.1234567890123456789', '{"type":"integer"}', false],
  ['1e-400', '{"type":"integer"}', false],
  [MAX, `{"maximum":${MAX}}`, true],
  ['9223372036854775808', `{"maximum":${MAX}}`, false],
  [MAX, `{"exclusiveMaximum":${MAX}}`, false],
  ['9223372036854775806', `{"exclusiveMaximum":${MAX}}`, true],
  ['-9223372036854775809', '{"minimum":-9223372036854775808}', false],
  ['-9223372036854775808.0', '{"minimum":-9223372036854775808}', true],
  ['1e400', '{"maximum":1e401}', true],
  ['1e-400', '{"exclusiveMinimum":0}', true],
  ['0', '{"minimum":1e-400}', false],
  ['174322306148984899', '{"const":174322306148984899}', true],
  ['174322306148984901', '{"const":174322306148984899}', false],
  ['174322306148984900', '{"const":174322306148984899}', false],
  ['1743223061489848990e-1', '{"enum":[1,174322306148984899]}', true],
  ['[{"id":174322306148984899}]', '{"const":[{"id":174322306148984900}]}', false],
  ['[174322306148984899,174322306148984900,174322306148984901]', '{"uniqueItems":true}', true],
  ['[9007199254740992,9007199254740993,9007199254740994]', '{"uniqueItems":true,"items":{"type":"integer"}}', true],
  ['[174322306148984899,1743223061489848990e-1]', '{"uniqueItems":true}', false],
  ['[1,0.99999999999999999999]', '{"items":[{"type":"integer"}],"uniqueItems":true,"$schema":"draft-07"}', true],
  ['{"id":174322306148984899}', '{"properties":{"id":{"type":"string"}}}', false],
  ['{"id":174322306148984899}', '{"properties":{"id":{"type":"object"}}}', false],
])('%s against %s is valid: %s', (body, schema, isValid) => {
  expect(verdictOf(body, schema).verdict).toBe(isValid)
})

test('a fault names the numbers with all of their digits', () => {
  expect(verdictOf('{"id":9223372036854775808}', `{"properties":{"id":{"maximum":${MAX}}}}`).note).toBe(
    `At $.id: 9223372036854775808 is greater than ${MAX}.`,
  )
})

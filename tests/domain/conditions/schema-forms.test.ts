import { expect, test } from 'vitest'
import { schema } from '../../../src/domain/conditions/json-schemas.ts'

const says = (text: string): string | null => {
  const made = schema(text)
  return 'says' in made ? made.says : null
}

test.each<[object, string]>([
  [
    { type: 'object', properties: { id: { type: 'integer' }, required: ['id'] } },
    'properties.required must be a schema, which is an object, true or false',
  ],
  [{ properties: { id: 'integer' } }, 'properties.id must be a schema, which is an object, true or false'],
  [{ items: 'string' }, 'items must be a schema, which is an object, true or false'],
  [{ items: [{}, 'string'] }, 'items[1] must be a schema, which is an object, true or false'],
  [{ additionalProperties: 'false' }, 'additionalProperties must be a schema, which is an object, true or false'],
  [{ properties: { price: { maximum: 'ten' } } }, 'properties.price.maximum must be a number'],
  [{ properties: { id: { required: true } } }, 'properties.id.required must be a list of names'],
  [{ type: 'text' }, 'type must be one or several of array, boolean, integer, null, number, object, string'],
  [{ allOf: { type: 'string' } }, 'allOf must be a list'],
  [{ anyOf: [{ enum: 'a' }] }, 'anyOf[0].enum must be a list'],
  [{ minLength: -1 }, 'minLength must be a whole number from 0'],
  [{ exclusiveMinimum: true }, 'exclusiveMinimum must be a number; where $schema names draft 4, true or false'],
  [{ pattern: '\\-[' }, 'pattern must be a regular expression (ECMA-262, Unicode)'],
  [
    { patternProperties: { '(': {} } },
    'patternProperties must have names that are regular expressions (ECMA-262, Unicode)',
  ],
  [{ items: { $dynamicRef: '#item' } }, 'items.$dynamicRef is not supported: write $ref'],
])('a schema that would check nothing is refused: %j', (given, problem) => {
  expect(says(JSON.stringify(given))).toBe(`must be a JSON schema, in which ${problem}`)
})

test.each<[string]>([
  ['{}'],
  ['{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}'],
  ['{"type":["string","null"],"enum":["a",null],"const":{"type":"text"},"default":{"items":"string"}}'],
  ['{"properties":{"properties":{"type":"object"},"required":{"type":"boolean"},"items":true},"required":["items"]}'],
  ['{"items":[{"type":"string"}],"additionalItems":false,"dependencies":{"a":["b"],"c":{"required":["d"]}}}'],
  ['{"$ref":"#/$defs/a","$defs":{"a":{"not":{"type":"null"}}},"x-note":{"type":"text"},"examples":["a"]}'],
  ['{"maximum":174322306148984899,"multipleOf":0.01,"format":"email","pattern":"^\\\\d+$","uniqueItems":true}'],
])('a schema of any draft is taken: %s', (text) => {
  expect(says(text)).toBeNull()
})

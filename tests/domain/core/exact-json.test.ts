import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsExact, jsonText, parseJson } from '../../../src/domain/core/exact-json.ts'
import { ExactNumber } from '../../../src/domain/core/exact-number.ts'

const EXACT = '174322306148984899'

describe('JSON with exact numbers', () => {
  test.each([
    EXACT,
    '-18446744073709551615',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1234567890123456789',
    '123456789.123456789',
    '9007199254740993',
    '1e1000000000',
  ])('keeps the text of %s', (number) => {
    for (const text of [number, `[${number}]`, `{"a":${number}}`, `{"a":[1,{"b":${number}}],"c":"d"}`]) {
      const value = parseJson(text)
      expect(holdsExact(value)).toBe(true)
      expect(jsonText(value)).toBe(text)
    }
  })

  test.each(['1.0', '1e2', '9007199254740992', '0.30000000000000004', '1e21', '18014398509481984', '-0', '5e-324'])(
    'reads %s as a plain number',
    (number) => {
      expect(parseJson(number)).toBe(Number(number))
    },
  )

  test('is everything else as JSON.parse reads it', () => {
    const around = (value: unknown) => `{"exact":${EXACT},"value":${JSON.stringify(value, null, 1)}}`
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const read = parseJson(around(value)) as { exact: unknown; value: unknown }
        expect(String(read.exact)).toBe(EXACT)
        expect(read.value).toEqual(JSON.parse(JSON.stringify(value)))
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
        for (const indent of [0, 2])
          expect(jsonText(read, indent)).toBe(
            JSON.stringify({ exact: 0, value: read.value }, null, indent).replace('0', EXACT),
          )
      }),
    )
  })

  test('takes repeated names, __proto__, escapes and deep nesting as JSON.parse does', () => {
    const read = parseJson(`{"a":1,"a":2,"__proto__":{"x":${EXACT}},"b\\"\\\\":"\\u00e9\\\\"}`) as object
    expect(Object.keys(read)).toEqual(['a', '__proto__', 'b"\\'])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(read).toMatchObject({ a: 2, 'b"\\': 'é\\' })
    expect(() => parseJson(`${'['.repeat(100_000)}${EXACT}${']'.repeat(100_000)}`)).not.toThrow()
  })

  test.each([`{"a":${EXACT}`, `0${EXACT}`, `${EXACT}.`, `[${EXACT},]`])('refuses %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  test('exact numbers have no members', () => {
    expect(Object.keys(new ExactNumber(EXACT))).toEqual([])
    expect(JSON.stringify({ id: new ExactNumber(EXACT) })).toBe(`{"id":"${EXACT}"}`)
  })
})

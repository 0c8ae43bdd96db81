import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasPlaceholder,
  isUrlWithVariables,
  placeholdersIn,
  substitute,
} from '../../../src/domain/core/placeholders.ts'

const name = fc.stringMatching(/^[A-Z][A-Z0-9]{0,8}(_[A-Z0-9]{1,4})?$/)
const form = fc.constantFrom(
  (text: string) => `%%${text}%%`,
  (text: string) => `__${text}__`,
  (text: string) => `{{ ${text} }}`,
  (text: string) => `{{${text}}}`,
)
const plain = fc.stringMatching(/^[a-z /?=&.:-]{0,12}$/)
const piece = fc.tuple(plain, form, name)

describe('Variables in a text', () => {
  test('every form refers to the same variable, and the text around it stays', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), plain, (pieces, end) => {
        const values = Object.fromEntries(pieces.map(([, , key], index) => [key, `<${index}>`]))
        const text = pieces.map(([before, write, key]) => before + write(key)).join('') + end
        const expected = pieces.map(([before, , key]) => before + values[key]).join('') + end
        expect(substitute(text, values)).toEqual({ text: expected, missing: [], unfit: [] })
        expect(placeholdersIn(text)).toEqual([...new Set(pieces.map(([, , key]) => key))])
        expect(hasPlaceholder(text)).toBe(pieces.length > 0)
      }),
    )
  })

  test('a variable without a value stays as it is and is reported once', () => {
    const text = 'https://x/%%A%%/__A__/{{ b }}'
    expect(substitute(text, { OTHER: '1' })).toEqual({ text, missing: ['A', 'b'], unfit: [] })
  })

  test('values are inserted literally, without variables or replacement patterns of their own', () => {
    expect(substitute('%%A%% %%B%%', { A: '%%B%%', B: '$& $1' }).text).toBe('%%B%% $& $1')
  })

  test('an empty value is inserted like any other', () => {
    expect(substitute('a%%A%%b', { A: '' })).toEqual({ text: 'ab', missing: [], unfit: [] })
  })

  test('properties of every object are not variables', () => {
    expect(substitute('{{ constructor }} {{ toString }}', {}).missing).toEqual(['constructor', 'toString'])
  })

  test.each(['%%name%%', '__name__', '{{ 1A }}', '%NAME%', '_NAME_', '{ NAME }', '%%%%', '____', '{{}}', '%%A B%%'])(
    '"%s" is no placeholder',
    (text) => expect(hasPlaceholder(text)).toBe(false),
  )

  test('a name between double underscores may contain two, and ends before four', () => {
    expect(placeholdersIn('__A__B__')).toEqual(['A__B'])
    expect(placeholdersIn('__A____B__')).toEqual(['A', 'B'])
    expect(placeholdersIn('__A__ __B__/__C__d')).toEqual(['A', 'B', 'C'])
    expect(placeholdersIn('__MY_NAME__')).toEqual(['MY_NAME'])
  })
})

describe('A URL with variables', () => {
  test.each([
    'https://example.com',
    'http://example.com:8080/path?q=1#part',
    'HTTPS://example.com/a%20b',
    'https://%%HOST%%/x',
    '%%BASE%%/x',
    '{{ base }}',
    '__BASE__',
    '%%SCHEME%%://example.com',
    'https://example.com:%%PORT%%/x',
    'https://{{ sub }}.example.com/{{ path }}?k={{ v }}',
    'http://%%HOST%%:__PORT__',
    'https://%%HOST%%%%REST%%',
    'https://[2606:4700::1111]/',
    'http://127.0.0.1:4600/',
  ])('%s is valid', (text) => expect(isUrlWithVariables(text)).toBe(true))

  test.each([
    '',
    'example.com',
    '/path',
    'ftp://example.com',
    'http:example.com',
    'http:/example.com',
    'https://',
    'https:///path',
    'https://exa mple.com',
    ' https://example.com',
    'https://example.com/a b',
    'https://example.com:99999',
    'javascript:alert(1)',
    'ftp://%%HOST%%',
    'x%%BASE%%',
    'https:\\\\example.com',
  ])('"%s" is invalid', (text) => expect(isUrlWithVariables(text)).toBe(false))
})

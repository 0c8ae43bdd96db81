import fc from 'fast-check'
import { parseXmlDocument } from 'slimdom'
import { describe, expect, test } from 'vitest'
import {
  bracedIn,
  hasPlaceholder,
  isUrlWithVariables,
  placeholdersIn,
  plainIn,
  substitute,
  substitutePlain,
  unknownEscapeIn,
} from '../../../src/domain/core/placeholders.ts'
import { browserTestProblems } from '../../../src/domain/monitors/browser-test-rules.ts'
import { monitorProblems } from '../../../src/domain/monitors/monitor-rules.ts'
import { MASK, maskText } from '../../../src/domain/secrets/masking.ts'

const filled = (text: string, A: string): string => substitute(text, { A }).text

/** Texts of all characters, lone surrogates among them, and often of those that languages read as marks. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '&', '<', "'", '\n', '\r', '\t', '%', '+', '#', '\ud800', '{', '|', 'é'),
  }),
)
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

describe('A value that is escaped', () => {
  test('is read again by a JSON parser, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(JSON.parse(filled('{"a":"{{ A | json }}"}', value))).toEqual({ a: value })
      }),
    )
  })

  test('is read again by an XML parser in texts and in attributes of either quote, or is refused', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const { text, unfit } = substitute(`<a b="{{ A | xml }}" c='{{A|xml}}'>{{ A | xml }}</a>`, { A: value })
        if (unfit.length > 0) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have these.
          expect(value).toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u)
          expect(unfit).toEqual(['A'])
          return
        }
        const root = parseXmlDocument(text).documentElement
        expect([root?.getAttribute('b'), root?.getAttribute('c'), root?.textContent]).toEqual([value, value, value])
      }),
    )
  })

  test('is read again from a URL, where it adds no parameter and no fragment', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const url = new URL(filled('https://example.com/a{{ A | url }}?a={{ A | url }}&b=1', value))
        expect([...url.searchParams]).toEqual([
          ['a', wellFormed(value)],
          ['b', '1'],
        ])
        expect(decodeURIComponent(url.pathname)).toBe(`/a${wellFormed(value)}`)
      }),
    )
  })

  test('is masked as it is written', () => {
    const secret = fc
      .tuple(fc.stringMatching(/^[A-Za-z0-9]{4}$/), anyText, fc.stringMatching(/^[A-Za-z0-9]{4}$/))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(secret, fc.constantFrom('json', 'xml', 'url'), (value, language) => {
        const { text, unfit } = substitute(`a={{ A | ${language} }};`, { A: value })
        fc.pre(unfit.length === 0)
        expect(maskText(text, [value])).toBe(`a=${MASK};`)
      }),
    )
  })

  test('keeps the unreserved characters of RFC 3986 alone', () => {
    expect(filled('{{ A | url }}', "aZ09-._~!'()*/ +")).toBe('aZ09-._~%21%27%28%29%2A%2F%20%2B')
  })
})

describe('A placeholder with an escape', () => {
  test('names its variable wherever placeholders are listed, and stays without a value', () => {
    const text = '{{ A | json }} {{B|xml}} {{ c |url }}'
    expect(placeholdersIn(text)).toEqual(['A', 'B', 'c'])
    expect(bracedIn(text)).toEqual(['A', 'B', 'c'])
    expect(substitute(text, {})).toEqual({ text, missing: ['A', 'B', 'c'], unfit: [] })
  })

  test('is none for alerts and auth settings', () => {
    expect([
      plainIn('{{ A | json }} {{ B }} %%C%%'),
      substitutePlain('{{ A | json }}{{ B }}', { A: '1', B: '2' }),
    ]).toEqual([['B', 'C'], '{{ A | json }}2'])
  })

  test.each([
    'https://example.com/{{ A | url }}',
    'https://example.com/?q={{ A | url }}&r={{ B }}',
    '{{ A }}/{{ B | url }}',
  ])('%s is a URL with variables', (text) => expect(isUrlWithVariables(text)).toBe(true))

  test('two braces are written as a quoted text, and what follows them is sent as it is', () => {
    expect(substitute("{{ '{{' }} A | json }} {{ '{{' }} A }} {{ A }}", { A: '1' })).toEqual({
      text: '{{ A | json }} {{ A }} 1',
      missing: [],
      unfit: [],
    })
    expect([placeholdersIn("{{ '{{' }} A }}"), hasPlaceholder("{{ '{{' }} A }}")]).toEqual([[], true])
  })

  test.each([
    ['{{ A | upper }}', 'upper'],
    ['{{A|JSON}}', 'JSON'],
    ['{{ A | json | url }}', 'json'],
    ['{{ A | }}', ''],
    ['{{ A | json }}', null],
    ["{{ '{{' }} A | upper }}", null],
    ['{{{{ A }}A | upper', null],
    ['{{ user.name | upper }}', null],
    ['{{ A }} | {{ B }}', null],
  ])('in “%s” the unknown escape is found', (text, name) => expect(unknownEscapeIn(text)).toBe(name))
})

describe('An unknown escape is refused by its field', () => {
  const text = '{{ A | upper }}'
  const url = 'https://example.com/'

  test('of a call', () => {
    const request = {
      url: `${url}{{A|upper}}`,
      parameters: [{ key: 'q', value: text }],
      headers: [{ key: 'X', value: text }],
      parts: [{ name: 'a', value: text }],
      body: text,
    }
    const found = monitorProblems({ request }).filter(({ code }) => code === 'unknown')
    expect(found.map(({ field }) => field)).toEqual([
      'request.url',
      'request.parameters[0].value',
      'request.headers[0].value',
      'request.body',
      'request.parts[0].value',
    ])
    expect(found[3]?.message).toBe(
      "request.body must name json, xml or url after the bar of a variable, not upper. To send such braces as they are, write {{ '{{' }} for {{.",
    )
    expect(monitorProblems({ request: { url: `${url}{{ A | url }}`, body: '{"a":"{{ A | json }}"}' } })).toEqual([])
    expect(monitorProblems({ request: { body: 'e3sgQSB8IHVwcGVyIH19', body_encoding: 'base64' } })).toEqual([])
  })

  test('of a browser test', () => {
    const found = browserTestProblems({
      steps: [{ kind: 'fill', locator: { label: 'Name' }, value: text }],
      assertions: [{ kind: 'text_present', value: text }],
    })
    expect(found.map(({ field, code }) => [field, code])).toEqual([
      ['steps[0].value', 'unknown'],
      ['assertions[0].value', 'unknown'],
    ])
  })
})

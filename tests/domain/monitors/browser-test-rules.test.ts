import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserTestProblems } from '../../../src/domain/monitors/browser-test-rules.ts'
import { secretSelectorProblems } from '../../../src/domain/monitors/selector-rules.ts'

describe('the selector of an assertion', () => {
  const problemsOf = (value: string) =>
    browserTestProblems({ assertions: [{ kind: 'selector_visible', value }] }).map(({ message }) => message)

  test.each([
    'main h1',
    '#it\\27s > a',
    '[data-x=">> text="]',
    "a[href^='//cdn']",
    'ul > li',
    ':is(h1, h2)',
    'a\\>\\>b',
    '{{ part }} h1',
    '*',
  ])('is CSS: %s', (selector) => {
    expect(problemsOf(selector)).toEqual([])
  })

  test.each([
    'body >> h1',
    'xpath=//h1',
    'text=Hello',
    ' text = Hello',
    'internal:has-text="x"',
    'iframe >> internal:control=enter-frame >> b',
    '//h1',
    '(//h1)[1]',
    '..',
    '"a" >> b',
    'css=h1',
  ])('is in no other language: %s', (selector) => {
    expect(problemsOf(selector)).toEqual([
      'assertions[0].value must be a CSS selector such as main h1, without >> and without a prefix like text=.',
    ])
  })

  test('takes no secret variable, in any spelling', () => {
    const isSecret = (name: string) => name === 'WORD'
    const of = (kind: 'selector_visible' | 'text_present', value: string) =>
      secretSelectorProblems([{ kind, value }], isSecret).map(({ message }) => message)
    const refused = ['assertions[0].value must not use WORD in a selector: it is a secret.']
    for (const spelling of ['{{ WORD }}', '%%WORD%%', '__WORD__', '{{OTHER}}{{WORD}}'])
      expect(of('selector_visible', `b[title="${spelling}"]`)).toEqual(refused)
    expect(of('selector_visible', 'b[title="{{ OTHER }}"]')).toEqual([])
    expect(of('text_present', '{{ WORD }}')).toEqual([])
  })
})

describe('the key of a step', () => {
  const problemsOf = (key: string) =>
    browserTestProblems({ steps: [{ kind: 'press', key }] }).map(({ message }) => message)

  const paste = fc.constantFrom('v', 'V', 'KeyV', 'Insert', 'Numpad0')
  const modifier = fc.constantFrom('Control', 'ControlLeft', 'ControlOrMeta', 'Meta', 'MetaRight', 'Shift', 'AltGraph')
  const other = fc.constantFrom('a', 'F2', '+', 'Enter', 'NumpadAdd', 'Process', 'Shift', 'x')
  const some = fc.array(other, { maxLength: 3 })

  test('pastes wherever a modifier stands before a key that pastes, whatever else is held down', () => {
    fc.assert(
      fc.property(some, modifier, some, paste, some, (before, held, between, last, after) => {
        expect(problemsOf([...before, held, ...between, last, ...after].join('+'))).toEqual([
          'steps[0].key must not paste, because all tests of an agent share the clipboard: fill in the text.',
        ])
      }),
    )
  })

  test.each(['v', 'Control+c', 'Insert', 'v+Control', 'Shift+Tab', 'Control++', '+', 'Enter', 'Control+Shift+x'])(
    'does not paste: %s',
    (key) => {
      expect(problemsOf(key)).toEqual([])
    },
  )
})

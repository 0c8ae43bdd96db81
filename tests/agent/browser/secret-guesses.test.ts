import { describe, expect, test } from 'vitest'
import type { Assertion } from '../../../src/domain/monitors/browser-assertions.ts'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { browserBench } from './bench.ts'
import { twoOrigins } from './two-origins.ts'

const bench = browserBench(async () => ['127.0.0.1'])
const SECRET = 'q7Zt-R4nd0m S3cret!x9'

/** A page that shows a secret in every way that a test may ask about, as one does that repeats what was searched for. */
const ECHO = `<title>Results for ${SECRET}</title><h1>Results for ${SECRET}</h1><p>${SECRET}${SECRET}</p>
  <p style="text-transform: uppercase">${SECRET}</p><button data-testid="id-${SECRET}" title="Use ${SECRET}">Take</button>
  <label>Last <input value="${SECRET}"></label><label>For ${SECRET} <input value="open"></label>
  <script>history.replaceState(null, '', '?q=' + encodeURIComponent('${SECRET}'))</script>`

const see = async (steps: Step[], assertions: Assertion[] = []) => {
  const { site, asked } = await twoOrigins(bench, () => ({ '/': ECHO }))
  return bench.see(`${site}/`, { ...asked(steps, SECRET), assertions, stepWaitMs: 250 })
}

const of = (expected: Step['expected'], locator: Step['locator'], value?: string): Step => ({
  kind: 'expect',
  ...(expected && { expected }),
  ...(locator && { locator }),
  ...(value !== undefined && { value }),
})
/** Questions about letters that the page shows. */
const QUESTIONS: [string, (letters: string) => Step][] = [
  ['text', (letters) => of('text', { role: 'heading' }, letters)],
  ['title', (letters) => of('title', undefined, letters)],
  ['visible by text', (letters) => of('visible', { text: letters })],
  ['visible by name', (letters) => of('visible', { role: 'heading', name: letters })],
  ['visible by test id', (letters) => of('visible', { test_id: `id-${letters}` })],
  ['click by text', (letters) => ({ kind: 'click', locator: { text: letters } })],
  ['text by text', (letters) => of('text', { text: letters }, 'zzz')],
]

describe('letters of a secret that a page shows are not guessed', () => {
  test.each(QUESTIONS)('by a step: %s', async (_, question) => {
    const answer = async (letters: string) => {
      const { status, error } = (await see([question(letters)])).browser.steps[0] ?? {}
      return [status, error?.replace(letters, '')]
    }
    for (const [right, wrong] of [
      ['Results for q', 'Results for z'],
      ['Results for q7Zt', 'Results for q7Zz'],
      ['nd0m', 'ndom'],
    ] as const)
      expect(await answer(right)).toEqual(await answer(wrong))
  })

  test('by the absence of an element', async () => {
    const { browser } = await see([of('hidden', { text: 'nd0m' }), of('hidden', { label: 'For q7' })])
    expect(browser.steps.map(({ error }) => error)).toEqual([null, null])
  })

  test('by assertions', async () => {
    const verdictsOf = async (kind: Assertion['kind'], texts: string[]) =>
      (
        await see(
          [],
          texts.map((value) => ({ kind, value, outcome: 'none' })),
        )
      ).detail.conditions.map(({ verdict, message }) => [verdict, message])
    const letters = ['q7', 'Z7', 'Results for q', 'Results for z', 'nd0m', '{{ word }}q', '{{ word }}z']
    for (const kind of ['text_present', 'title_contains'] as const)
      expect(await verdictsOf(kind, letters)).toEqual(letters.map(() => [false, undefined]))
    const refusal = 'the page has a secret in an attribute, so no selector compares with a part of an attribute there'
    const selectors = [
      '[value^="q7"]',
      '[value^="z7"]',
      '[title*=nd0m i]',
      'p:has(+ p)~[value$="9"]',
      '[value|="q7Zt"]',
    ]
    expect(await verdictsOf('selector_visible', selectors)).toEqual(selectors.map(() => [false, refusal]))
  })

  test('and what is shown beside a secret, or is the whole of it, is found as ever', async () => {
    const { browser, detail } = await see(
      [
        of('text', { role: 'heading' }, 'Results for'),
        of('text', { role: 'heading' }, 'Results for {{ word }}'),
        of('title', undefined, 'Results for {{ word }}'),
        of('url', undefined, '?q='),
        of('value', { label: 'Last' }, '{{ word }}'),
        of('visible', { role: 'heading', name: 'Results' }),
        of('visible', { label: 'Last' }),
        { kind: 'click', locator: { role: 'button', name: 'Take' } },
      ],
      [
        { kind: 'text_present', value: 'results for', outcome: 'fail' },
        { kind: 'text_present', value: '{{ word }}', outcome: 'fail' },
        { kind: 'title_contains', value: 'Results for {{ word }}', outcome: 'fail' },
        { kind: 'selector_visible', value: '[title="Take"], h1', outcome: 'fail' },
      ],
    )
    expect(browser.steps.map(({ error }) => error)).toEqual(Array(8).fill(null))
    expect(detail.conditions.map(({ verdict }) => verdict)).toEqual(Array(4).fill(true))
  })
})

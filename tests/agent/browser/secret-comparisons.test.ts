import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { browserBench } from './bench.ts'
import { leaves, PASSWORD, press, SECRET, twoOrigins } from './two-origins.ts'

const bench = browserBench(async () => ['127.0.0.1'])
const sites = (pages: Parameters<typeof twoOrigins>[1]) => twoOrigins(bench, pages)

describe('nothing is compared with a secret on a page of another origin', () => {
  const PIN = '4711'
  const shows = (text: string) =>
    `<title>${text}</title><p>${text}</p><label>Password <input value="${text}"></label><script>history.replaceState(null, '', '#${text}')</script>`
  const expectations: Step[] = [
    { kind: 'expect', expected: 'text', locator: { role: 'paragraph' }, value: '{{ word }}' },
    { kind: 'expect', expected: 'value', locator: PASSWORD, value: '{{ word }}' },
    { kind: 'expect', expected: 'title', value: '{{ word }}' },
    { kind: 'expect', expected: 'url', value: '{{ word }}' },
  ]

  test.each(expectations.map((step) => [step.expected, step] as const))(
    'an expected %s is refused alike, whether the page shows it or not',
    async (_, step) => {
      const { site, elsewhere, asked, refused } = await sites(() => ({
        '/': shows(PIN),
        '/other/right': shows(PIN),
        '/other/wrong': shows('4712'),
      }))
      const see = async (url: string) =>
        (await bench.see(`${site}/`, asked([{ kind: 'go', url }, step], PIN))).browser.steps[1]
      for (const guess of ['right', 'wrong'])
        expect(await see(`${elsewhere}/other/${guess}`)).toMatchObject({ status: 'failed', error: refused() })
      expect(await see('/')).toMatchObject({ status: 'passed', error: null })
    },
  )

  test('a page that moves on while it is looked at tells nothing either', async () => {
    const { site, asked, refused } = await sites((_, elsewhere) => ({
      '/': `<title>Wait</title><p>Wait</p>${leaves(`${elsewhere}/other`)}`,
      '/other': shows(PIN),
    }))
    const { browser } = await bench.see(`${site}/`, asked([press, ...expectations.slice(0, 1)], PIN))
    expect(browser.steps[1]).toMatchObject({ status: 'failed', error: refused() })
  })

  test('a window that has only just opened is waited for', async () => {
    const { site, asked } = await sites(() => ({
      '/': `<button onclick="const w = open('about:blank'); setTimeout(() => { w.location = '/shown' }, 500)">Open</button>`,
      '/shown': shows(PIN),
    }))
    const { browser } = await bench.see(
      `${site}/`,
      asked([{ kind: 'click', locator: { role: 'button' } }, ...expectations.slice(0, 3)], PIN),
    )
    expect(browser.steps.map(({ error }) => error)).toEqual([null, null, null, null])
  })

  test.each([
    ['text_present', '{{ word }}'],
    ['title_contains', '{{ word }}'],
  ] as const)('an assertion %s is refused alike, whether the page shows it or not', async (kind, value) => {
    const { site, elsewhere, asked, refused } = await sites(() => ({
      '/': shows(PIN),
      '/other/4711': shows(PIN),
      '/other/4712': shows('4712'),
    }))
    const see = async (url: string) => {
      const { report, detail } = await bench.see(`${site}/`, {
        ...asked([{ kind: 'go', url }], PIN),
        assertions: [{ kind, value, outcome: 'fail' }],
      })
      return { ...detail.conditions.find(({ id }) => id === 'a1'), category: report.result_category }
    }
    const answers = []
    for (const guess of ['right', 'wrong']) answers.push(await see(`${elsewhere}/other/${guess}`))
    expect(answers[0]).toMatchObject({
      ...{ verdict: false, actual: null, outcome: 'fail', category: 'FAIL' },
      message: refused('the secret of this assertion'),
    })
    expect(answers[1]).toEqual(answers[0])
    expect(await see('/')).toMatchObject({ verdict: true, category: 'PASS' })
  })

  test('a sentence that quotes a page is masked before it is cut, so that it ends with no part of a secret', async () => {
    const { site, asked } = await sites(() => ({ '/': `<p>${'x'.repeat(190)}${SECRET}</p>` }))
    const step: Step = { kind: 'expect', expected: 'text', locator: { role: 'paragraph' }, value: 'something else' }
    const { browser } = await bench.see(`${site}/`, { ...asked([step]), stepWaitMs: 500 })
    expect(browser.steps[0]?.error).toMatch(/^paragraph is “x{190}•+”$/)
  })
})

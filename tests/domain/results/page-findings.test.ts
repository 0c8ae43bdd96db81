import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classify } from '../../../src/domain/results/classify.ts'
import type { PageFindings } from '../../../src/domain/results/page-findings.ts'
import { bandOf } from '../../../src/domain/statistics/vitals.ts'

const timing = { dns: 1, tcp: 1, handshake: 0, upload: 0, processing: 1, download: 1, redirect: 0, total: 4 }
const outcome = (httpCode: number | null = 200, change: object = {}) => ({
  exceptionType: httpCode === null ? ('download' as const) : null,
  httpCode,
  timing,
  responseSize: 1,
  headers: [],
  body: null,
  vitals: { lcp: 3000, cls: 0.05, fcp: 900, ttfb: 100, tbt: null },
  ...change,
})
const page = (change: Partial<PageFindings> = {}): PageFindings => ({
  assertions: [],
  found: [],
  failedStep: null,
  failedResources: [],
  ...change,
})
const judged = (findings: PageFindings, httpCode: number | null = 200) =>
  classify(outcome(httpCode), { meta: {}, conditions: [] }, { page: findings })
const fails = { vital: 'lcp', value: '2500', outcome: 'fail' } as const

describe('the page of a browser test', () => {
  test('decides nothing if there is nothing to say of it', () => {
    expect(judged(page())).toMatchObject({ category: 'PASS', reason: 'COMPLETE', verdicts: [] })
    expect(judged(page(), 503)).toMatchObject({ category: 'FAIL', reason: 'HTTP_SERVER_ERROR' })
  })

  test('makes a result as bad as its worst assertion says', () => {
    const assertions = [
      { kind: 'title_contains', value: 'Shop', outcome: 'warning' },
      { kind: 'vital_below', ...fails, outcome: 'slow' },
    ] as const
    expect(judged(page({ assertions, found: ['A shop', null] }))).toMatchObject({
      category: 'WARNING',
      reason: 'CONTENT_WARNING',
      verdicts: [
        { verdict: false, actual: 'A shop' },
        { verdict: false, actual: '3000', outcome: 'slow' },
      ],
    })
    expect(judged(page({ assertions: assertions.slice(1), found: [null] }))).toMatchObject({ category: 'SLOW' })
    expect(judged(page({ assertions: assertions.slice(0, 1), found: ['My Shop'] }))).toMatchObject({ category: 'PASS' })
  })

  test('fails by a step, and warns of files of its own site', () => {
    const failedStep = { number: 2, words: 'click button “Pay”', error: 'There is no such button.' }
    expect(judged(page({ failedStep }))).toMatchObject({ category: 'FAIL', reason: 'CONTENT_ERROR' })
    expect(judged(page({ failedResources: ['https://a.example/x.js'] }))).toMatchObject({ category: 'WARNING' })
    expect(judged(page({ failedStep }), null)).toMatchObject({ reason: 'CONNECTION_ERROR', verdicts: [] })
  })

  test('says of an assertion with a secret only that it was refused', () => {
    const assertions = [{ kind: 'text_present', value: '••••••', outcome: 'warning' }] as const
    const refused = 'the secret may only be sent to https://a.example'
    expect(judged(page({ assertions, found: [{ refused }] }))).toMatchObject({
      category: 'WARNING',
      verdicts: [{ verdict: false, actual: null, outcome: 'warning', message: refused }],
    })
  })

  test('does not call an assertion about the end broken that a failed step kept from being tested', () => {
    const failedStep = { number: 2, words: 'click button “Pay”', error: 'There is no such button.' }
    const assertions = [
      { kind: 'title_contains', value: 'Paid', outcome: 'fail' },
      { kind: 'status_below', value: '400', outcome: 'fail' },
    ] as const
    const { verdicts } = judged(page({ failedStep, assertions }))
    expect(verdicts.map(({ verdict, outcome: follows, message }) => [verdict, follows, message])).toEqual([
      [false, 'none', 'Not tested, because step 2 failed.'],
      [true, 'none', undefined],
      [false, 'fail', 'There is no such button.'],
    ])
  })

  test('has vitals that conditions read; a vital that was not measured is below nothing', () => {
    const condition = (property: string) => ({ source: 'latency', property, condition: 'lt', val: '4000' }) as const
    const set = { meta: {}, conditions: [condition('lcp'), condition('tbt')] }
    const { verdicts } = classify(outcome(), set, { page: page() })
    expect(verdicts.map(({ verdict, actual }) => [verdict, actual])).toEqual([
      [true, '3000'],
      [false, null],
    ])
  })

  test('never makes a result better', () => {
    const severity = ['PASS', 'SLOW', 'WARNING', 'FAIL']
    fc.assert(
      fc.property(
        fc.constantFrom(200, 302, 404, 500),
        fc.array(fc.constantFrom('none', 'pass', 'slow', 'warning', 'fail'), { maxLength: 4 }),
        fc.boolean(),
        (code, outcomes, found) => {
          const assertions = outcomes.map((one) => ({ kind: 'text_present', value: 'a', outcome: one }) as const)
          const [without, with_] = [
            judged(page(), code),
            judged(page({ assertions, found: assertions.map(() => found) }), code),
          ]
          expect(severity.indexOf(with_.category)).toBeGreaterThanOrEqual(severity.indexOf(without.category))
        },
      ),
    )
  })
})

test('the bands of a vital are those of the web standard', () => {
  expect([2500, 2501, 4000, 4001].map((ms) => bandOf('lcp', ms))).toEqual(['good', 'middling', 'middling', 'poor'])
  expect([0.1, 0.11, 0.26].map((shift) => bandOf('cls', shift))).toEqual(['good', 'middling', 'poor'])
})

import { expect, test } from 'vitest'
import { wirePhases } from '../../../src/views/parts/chart/wire-phases.ts'
import type { BrowserEvidence, Result } from '../../../src/views/results/full-result.ts'
import { pagePhases } from '../../../src/views/results/page-phases.ts'
import { resultTitle, verdictOf } from '../../../src/views/results/result-words.ts'

type StepOutcome = BrowserEvidence['steps'][number]

const step = (number: number, change: Partial<StepOutcome> = {}): StepOutcome => ({
  ...{ number, kind: 'click', words: 'click button “Pay”', status: 'passed', start: 500, duration: 100 },
  ...{ error: null, url: null, ...change },
})
const resource = (type: string, duration: number, status = 200): BrowserEvidence['resources'][number] => ({
  ...{ url: 'https://shop.example/', type, start: 0, duration, size: 1, status, first_party: true },
})
const browser = (change: Partial<BrowserEvidence> = {}): BrowserEvidence => ({
  ...{
    browser: 'chromium 1',
    viewport: { width: 1, height: 1 },
    title: null,
    url: '',
    resources: [],
    resources_left: 0,
  },
  ...{ vitals: { lcp: null, cls: null, fcp: null, ttfb: null, tbt: null }, console: [], steps: [], pictures: [] },
  ...{ screenshot: false, pictures_left: 0, ...change },
})
const failed = (change: Partial<Result> = {}): Result => ({
  ...{ id: 'r', result_category: 'FAIL', http_code: 200, response_time: 900, location_id: 'here', test: 'Shop' },
  ...{ created: '2026-01-01T00:00:00Z', response: { status_code: 200, status_string: 'OK' }, browser: browser() },
  ...change,
})
const condition = (name: string) => ({
  ...{ id: name, name, group: 'body', operator: 'title_contains', actual: 'x', expected: 'y' },
  ...{ verdict: false, outcome: 'fail' },
})

test('a browser test that failed on a good page is called by the step or condition that failed, not by “200 OK”', () => {
  const steps = [step(1), step(2, { status: 'failed', error: 'it is disabled' }), step(3, { status: 'skipped' })]
  const ofStep = failed({ browser: browser({ steps }) })
  expect(resultTitle(ofStep)).toBe('Step 2 failed: click button “Pay”')
  expect(verdictOf(ofStep)).toEqual({ title: 'Step 2 failed.', text: 'Click button “Pay”: it is disabled.' })
  expect(resultTitle(failed({ conditions: [condition('the title contains “Shop”')] }))).toBe(
    'Not met: the title contains “Shop”',
  )
  expect(resultTitle(failed({ conditions: [condition('a'), condition('b')] }))).toBe('2 conditions not met')
  const gone = { http_code: 404, response: { status_code: 404, status_string: 'Not Found' } }
  expect(resultTitle(failed({ ...gone, conditions: [condition('a')] }))).toBe('404 Not Found')
  expect(resultTitle(failed({ result_category: 'PASS' }))).toBe('200 OK')
})

test('the time after the first byte is told apart as document, page load and steps, which add up to the total', () => {
  const timing = { dns: 1, tcp: 2, handshake: 3, upload: 0, processing: 50, download: 1000, redirect: 0, total: 1056 }
  const resources = [resource('document', 20, 302), resource('document', 66), resource('image', 600)]
  const { times, later } = pagePhases(timing, browser({ resources, steps: [step(1, { duration: 250 })] }))
  expect(times.download).toBe(10)
  expect(later).toEqual([
    { words: 'Page load', ms: 740 },
    { words: 'Steps', ms: 250 },
  ])
  const { totalMs, after, networkMs } = wirePhases(times, later)
  expect(totalMs).toBe(timing.total)
  expect(networkMs).toBe(1 + 2 + 3 + 10)
  expect((after.at(-1)?.start ?? 0) + (after.at(-1)?.share ?? 0)).toBeCloseTo(1)
  // A page that never answered has no document.
  const silent = pagePhases({ ...timing, download: 400 }, browser())
  expect([silent.times.download, silent.later]).toEqual([0, [{ words: 'Page load', ms: 400 }]])
})

import type { ALERT_CATEGORIES } from '../../contract/alerts/webhooks.ts'
import type { AlertMessage } from './alert-message.ts'
import { type AlertedMonitor, alertPayload, signalPayload, silencePayload } from './alerting.ts'
import { isSignal, type Signal } from './signal.ts'

type About = {
  readonly webhook: { readonly id: string; readonly name: string }
  /** Null means an invented monitor. */
  readonly monitor: AlertedMonitor | null
  readonly kind: AlertMessage['kind']
  /** A category that the alert covers; the example uses it. */
  readonly category: (typeof ALERT_CATEGORIES)[number]
  /** Returns the URL of a result's page. */
  readonly resultUrl: (id: string) => string
  readonly now: number
  readonly id: string
}

const REASONS = {
  PASS: 'COMPLETE',
  SLOW: 'SLOW_COMPLETE',
  WARNING: 'CONTENT_WARNING',
  FAIL: 'HTTP_SERVER_ERROR',
} as const

const EXAMPLE_CONDITIONS: Readonly<Record<Signal, (name: string) => string>> = {
  EXPIRY: (name) => `The certificate of api.example.com, which ${name} calls, expires in 6 days.`,
  BURN: () =>
    'The error budget of “Availability ≥ 99.9 %” is used up 16.0 times as fast as it may be over the last 1 h.',
  BUDGET: () => '“Availability ≥ 99.9 %” has used 100 % of its error budget.',
  CHANGE: (name) =>
    `${name} is 62 % slower than before: 810 ms on average over the last 3 h, and 500 ms over the week before.`,
}

const EXAMPLE = {
  id: 'example',
  name: 'Example monitor',
  description: 'An invented monitor that shows what a message looks like.',
  tags: ['example'],
  url: 'https://api.example.com/orders',
}

/** Builds a message about an invented run, for tests of an alert and for the preview of a template. */
export const exampleMessage = (about: About): AlertMessage => {
  const { webhook, kind, now, id } = about
  const monitor = about.monitor ?? EXAMPLE
  const isOver = kind === 'recovery'
  if (about.category === 'NO_DATA') {
    const { resultUrl } = about
    const payload = silencePayload({
      monitor,
      locationId: 'local',
      stepId: 'example',
      monitorUrl: resultUrl('example'),
      context: { _test: 'true' },
    })
    const told = { payload, inARow: 12, sinceMs: now - 720_000, timeMs: now, condition: null }
    return { id, kind, isTest: true, webhook, ...told }
  }
  if (isSignal(about.category)) {
    const payload = signalPayload({
      kind: about.category,
      subject: monitor,
      condition: EXAMPLE_CONDITIONS[about.category](monitor.name),
      stepId: 'example',
      pageUrl: about.resultUrl('example'),
    })
    return { id, kind, isTest: true, webhook, payload, inARow: 1, sinceMs: now, timeMs: now, condition: null }
  }
  const category = isOver ? 'PASS' : about.category
  const isBroken = category === 'FAIL'
  const httpCode = isBroken ? 503 : 200
  const run = {
    resultId: 'example',
    category,
    reason: REASONS[category],
    httpCode,
    httpReason: isBroken ? 'Service Unavailable' : 'OK',
    locationId: 'local',
    responseSizeBytes: 512,
    responseTimeMs: 1234,
    url: monitor.url,
  }
  return {
    id,
    kind,
    isTest: true,
    webhook,
    payload: alertPayload({
      monitor,
      run,
      kind: isOver ? 'recover' : 'notify',
      inARow: 3,
      context: { _test: 'true' },
      resultUrl: about.resultUrl('example'),
    }),
    inARow: 3,
    sinceMs: now - 720_000,
    timeMs: now,
    condition: isBroken ? { name: 'status code equals 200', actual: '503', expected: '200' } : null,
  }
}

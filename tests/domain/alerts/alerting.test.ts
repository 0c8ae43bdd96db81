import { describe, expect, test } from 'vitest'
import { reason } from '../../../src/contract/results/results.ts'
import { newsOf } from '../../../src/domain/alerts/alert-message.ts'
import {
  type AlertedRun,
  alertPayload,
  candidateWebhooks,
  failsInARow,
  notificationText,
} from '../../../src/domain/alerts/alerting.ts'
import type { Reason } from '../../../src/domain/results/classify.ts'
import { reasonWords } from '../../../src/domain/results/reason-words.ts'

const scope = { enabled: true, monitor_id: null, include_tags: [], exclude_tags: [] }
const monitor = { id: 'm1', tags: ['prod', 'eu'] }

const run: AlertedRun = {
  resultId: 'r1',
  category: 'FAIL',
  reason: 'HTTP_SERVER_ERROR',
  httpCode: 503,
  httpReason: 'Service Unavailable',
  locationId: 'local',
  responseSizeBytes: 12,
  responseTimeMs: 1234.4,
  url: 'https://api.example/pay',
}

describe('Alerts that cover a monitor', () => {
  test.each([
    [{}, true],
    [{ enabled: false }, false],
    [{ monitor_id: 'm1' }, true],
    [{ monitor_id: 'm2' }, false],
    [{ include_tags: ['eu', 'us'] }, true],
    [{ include_tags: ['us'] }, false],
    [{ exclude_tags: ['prod'] }, false],
    [{ exclude_tags: ['us'] }, true],
    [{ include_tags: ['eu'], exclude_tags: ['prod'] }, false],
  ])('%j: %s', (change, isOne) => {
    expect(candidateWebhooks([{ ...scope, ...change }], monitor).length).toBe(isOne ? 1 : 0)
  })

  test('fails_in_a_row is parsed from a number or a text', () => {
    expect([0, 3, '3', '', null, undefined, 'x', -1, 1.5].map(failsInARow)).toEqual([0, 3, 3, 0, 0, 0, 0, 0, 0])
  })
})

describe('The sentence of an alert', () => {
  test('contains the monitor, the event, the location and the number of times', () => {
    expect(notificationText('notify', 'Pay', run, 3)).toBe(
      'Pay failed with a server error (HTTP 503 after 1234 ms, from local), 3 times in a row.',
    )
    const gone = { ...run, reason: 'CONNECTION_ERROR', httpCode: null } as const
    expect(notificationText('notify', 'Pay', gone, 1)).toBe('Pay got no response (after 1234 ms, from local).')
    const well = { ...run, category: 'PASS', reason: 'COMPLETE', httpCode: 200 } as const
    expect(notificationText('recover', 'Pay', well, 3)).toBe(
      'Pay is back to normal (HTTP 200 after 1234 ms, from local).',
    )
  })

  test('says why a call was not sent or got no response, as its result does, and guesses nothing', () => {
    const gone = { ...run, reason: 'CONNECTION_ERROR', httpCode: null } as const
    const unset = { exceptionType: 'api_setup', exception: 'The variable orderId\nhas no value.' } as const
    expect(notificationText('notify', 'Pay', { ...gone, ...unset }, 2)).toBe(
      'Pay could not be sent: The variable orderId has no value (nothing was sent, from local), 2 times in a row.',
    )
    const refused = { exceptionType: 'download', exception: 'connection refused by 127.0.0.1:9' } as const
    expect(notificationText('notify', 'Pay', { ...gone, ...refused }, 1)).toBe(
      'Pay got no response: connection refused by 127.0.0.1:9 (after 1234 ms, from local).',
    )
    const cut = { exceptionType: 'download', exception: 'timed out after 10000 ms while receiving' } as const
    expect(notificationText('notify', 'Pay', { ...gone, ...cut, httpCode: 200 }, 1)).toBe(
      'Pay got no usable response: timed out after 10000 ms while receiving (HTTP 200 after 1234 ms, from local).',
    )
    const agents = { exceptionType: 'agent', exception: 'the agent could not load the file a' } as const
    expect(notificationText('notify', 'Pay', { ...gone, ...agents, reason: 'CONNECTION_WARNING' }, 1)).toBe(
      'Pay could not run: the agent could not load the file a (no response after 1234 ms, from local).',
    )
  })

  test('the payload carries the cause, so that each channel says it', () => {
    const unsent = {
      reason: 'CONNECTION_ERROR',
      httpCode: null,
      exceptionType: 'api_setup',
      exception: 'no value',
    } as const
    const payload = alertPayload({
      monitor: { ...monitor, name: 'Pay', description: null },
      run: { ...run, ...unsent },
      ...{ kind: 'notify', inARow: 1, context: {}, resultUrl: '' },
    })
    expect(payload).toMatchObject({ exception_type: 'api_setup', exception: 'no value' })
    const message = { kind: 'alert', payload, inARow: 1, sinceMs: null, timeMs: 0 } as const
    expect(newsOf(message)).toBe('Pay could not be sent: no value (nothing was sent, from local).')
  })

  test('every reason has words', () => {
    const reasons = [...reason.matchAll(/\w+/g)].map(([word]) => word as Reason)
    for (const one of reasons)
      for (const code of [null, 101, 200, 302, 401, 418, 503, 999])
        expect(reasonWords(one, code)).toMatch(/^[a-z].*[a-z]$/)
  })

  test.each([
    [401, 'was refused by the server: the credentials are missing or wrong'],
    [403, 'was refused by the server: access is forbidden'],
    [404, 'was rejected by the server: there is nothing at this address'],
    [407, 'was refused by a proxy: it wants credentials'],
    [418, 'was rejected by the server'],
    [429, 'was rejected by the server: there were too many requests'],
    [304, 'was redirected elsewhere'],
    [200, 'answered with an unexpected status code'],
    [503, 'failed with a server error'],
    [999, 'answered with an invalid status code'],
    [null, 'failed with a server error'],
  ])('a failure by status code %s says who refused, whatever its reason is called', (code, words) => {
    expect(reasonWords('HTTP_SERVER_ERROR', code)).toBe(words)
    if (code !== null) expect(reasonWords('HTTP_CLIENT_ERROR', code)).toBe(words)
  })

  const about = {
    monitor: { ...monitor, name: 'Pay', description: null },
    run,
    kind: 'notify',
    inARow: 1,
    context: { ORDER: '7' },
    resultUrl: 'https://sonde.example/results/r1',
  } as const

  test('the payload has the documented fields and no others', () => {
    expect(alertPayload(about)).toEqual({
      call_id: 'm1',
      call_meta: { name: 'Pay', description: null, tags: ['prod', 'eu'] },
      call_url: 'https://api.example/pay',
      context: { ORDER: '7', _notification: notificationText('notify', 'Pay', run, 1) },
      http_code: 503,
      http_reason: 'Service Unavailable',
      location_id: 'local',
      response_size: 12,
      response_time: 1234.4,
      result: 'HTTP_SERVER_ERROR',
      result_class: 'FAIL',
      result_id: 'r1',
      result_url: 'https://sonde.example/results/r1',
    })
  })

  test('only failures and warnings carry the notification text', () => {
    const contextOf = (category: AlertedRun['category']) =>
      alertPayload({ ...about, run: { ...run, category } }).context
    expect(contextOf('WARNING')).toHaveProperty('_notification')
    expect(contextOf('PASS')).toEqual({ ORDER: '7' })
    expect(contextOf('SLOW')).toEqual({ ORDER: '7' })
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllowed } from '../../../src/domain/core/addresses.ts'
import { guardedFetch } from '../../../src/server/auth/guarded-fetch.ts'
import { guardedRequest } from '../../../src/server/delivery/guarded-request.ts'
import { fetchFile } from '../../../src/server/files/fetch-file.ts'
import { rawServer } from '../../agent/world.ts'
import { hostileReceivers, NEVER_MS } from '../../support/hostile-receivers.ts'
import { codeIn, home } from '../../support/sources.ts'

const allowed = parseAllowed('127.0.0.1')
/** The time that each request gives its receiver. */
const timeoutMs = 300

const sink = async () => ({
  write: async () => null,
  finish: async () => ({ contentKey: 1, size: 0, sha256: '' }),
  abandon: async () => {},
})

/** Every way in which the server sends a request to an address that people choose. */
const requests: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a request to a provider': (url) =>
    guardedFetch(url, { method: 'POST', headers: {}, body: 'x' }, { allowed, timeoutMs }),
  'a message to a webhook': (url) =>
    guardedRequest(url, { method: 'POST', headers: {}, body: 'x', allowed, timeoutMs }),
  'a message whose answer is read': (url) =>
    guardedRequest(url, { method: 'GET', headers: {}, body: '', allowed, timeoutMs, reads: true }),
  'a download': (url) => fetchFile(url, { allowed, userAgent: 'Sonde/test', open: sink, timeoutMs }),
}

/** The sentence of a request's outcome, however it tells it. */
const sentenceOf = async (outcome: Promise<unknown>): Promise<string> => {
  const ended = await outcome.catch((error: unknown) => error)
  return ended instanceof Error ? ended.message : JSON.stringify(ended)
}

describe.each(Object.entries(hostileReceivers))('A receiver that %s', (_, act) => {
  test.each(Object.entries(requests))('ends %s', { timeout: NEVER_MS }, async (__, send) => {
    const port = await rawServer(act)
    expect(await sentenceOf(send(`http://127.0.0.1:${port}/`))).not.toBe('')
  })
})

test.each(Object.entries(requests))('%s names a receiver that gives no HTTP answer', async (_, send) => {
  const sentenceTo = async (name: string) =>
    sentenceOf(send(`http://127.0.0.1:${await rawServer(hostileReceivers[name] ?? (() => {}))}/`))
  expect(await sentenceTo('switches protocols unasked')).toContain('127.0.0.1 switched to another protocol')
  expect(await sentenceTo('sends interim answers without end')).toContain('127.0.0.1 sent interim (1xx) answers only')
})

test('the server asks addresses that people choose through the guard alone', () => {
  // `fetch` asks addresses that the operator configured: the viewer of analytics and the identity tenant.
  const operators = ['src/server/handlers/installation/analytics.ts', 'src/server/identity/profile.ts']
  const asking = codeIn('src/server').filter((file) =>
    /\bhttps?\)?\.(?:request|get)\(|import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'|await fetch\(/.test(
      readFileSync(join(home, file), 'utf8'),
    ),
  )
  expect(asking.sort()).toEqual(['src/server/delivery/guarded-answer.ts', ...operators].sort())
})

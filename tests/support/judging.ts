import { BodyReader } from '../../src/domain/conditions/body-reader.ts'
import { judgeCondition } from '../../src/domain/conditions/conditions.ts'
import { expressionEngines } from '../../src/domain/conditions/expressions.ts'
import type { Condition } from '../../src/domain/conditions/operators.ts'
import type { Outcome } from '../../src/domain/conditions/outcome.ts'

export const phases = {
  dns: 10,
  tcp: 20,
  handshake: 30,
  upload: 1,
  processing: 100,
  download: 39,
  redirect: 50,
  total: 250,
}

/** A response to judge, with every part that conditions can read. */
export const responseWith = (change: Partial<Outcome> = {}): Outcome => ({
  exceptionType: null,
  httpCode: 200,
  timing: phases,
  responseSize: 2_048,
  headers: [
    { key: 'Content-Type', value: 'application/json; charset=utf-8' },
    { key: 'Set-Cookie', value: 'session=abc; Path=/; HttpOnly' },
    { key: 'set-cookie', value: 'lang = en' },
    { key: 'X-Count', value: '7' },
  ],
  body: '{"status":"ok","count":7,"ok":true,"none":null,"items":[{"id":1,"tags":[]},{"id":2,"tags":["a","b"]}],"a b":"c"}',
  url: 'https://example.com/end',
  redirects: 2,
  startedMs: Date.parse('2026-01-05T12:00:00Z'),
  tls: {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    subject: 'example.com',
    issuer: 'Example CA',
    not_after: '2026-01-19T11:00:00.000Z',
    chain: ['example.com', 'Example CA', 'Example Root'],
  },
  ...change,
})

/** Judges one condition as a worker does. */
export const judged = (condition: Condition, outcome = responseWith(), variables: Record<string, string> = {}) =>
  judgeCondition(condition, 0, outcome, {
    engines: expressionEngines,
    variables,
    body: new BodyReader(outcome),
    numericTexts: 'text',
  })

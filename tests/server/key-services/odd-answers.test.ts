import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllowed } from '../../../src/domain/core/addresses.ts'
import { KeyServiceProblem, newDataKey } from '../../../src/server/keys/transit.ts'
import { openPages, type Pages } from '../../support/pages.ts'

let service: Pages
let answer: { status?: number; body?: object } = {}
beforeAll(async () => {
  service = await openPages({ '/v1/transit/datakey/plaintext/sonde': () => answer })
})
afterAll(() => service.close())

const problemOf = async (given: typeof answer): Promise<unknown> => {
  answer = given
  const transit = { url: service.origin, namespace: null, mount: 'transit', keyName: 'sonde', token: 't' }
  return newDataKey(transit, parseAllowed('127.0.0.1')).catch((cause: unknown) => cause)
}
const plaintext = randomBytes(32).toString('base64')

test.each(['', 'vault:v1:a\0b', 'vault:v1:\ud800', 'x'.repeat(10_000)])(
  'a wrapped key that the store would change or lose is refused',
  async (ciphertext) => {
    expect(await problemOf({ body: { data: { plaintext, ciphertext } } })).toBeInstanceOf(KeyServiceProblem)
  },
)

test('the words of a key service are stored without half characters', async () => {
  const problem = await problemOf({ status: 503, body: { errors: [`a\0b \ud800 ${'x'.repeat(293)}😀`] } })
  expect(problem).toBeInstanceOf(KeyServiceProblem)
  expect(String(problem)).not.toMatch(/[\p{Cc}\p{Cs}]/u)
})

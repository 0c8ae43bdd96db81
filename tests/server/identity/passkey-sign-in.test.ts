import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { openSecondStep, postTo, tokensAfter } from '../../support/factors.ts'
import { type SoftPasskey, softPasskey } from '../../support/passkey.ts'
import { type Browser, openBrowser, openSignIn, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
let nowMs = Date.now()
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  url = running.server.url
})
afterAll(() => running.stop())

const person = async (email: string) => {
  const account = await addAccount(running, email)
  const api = (await signIn(running.server, email, PASSWORD)).api()
  const key = softPasskey(url)
  const begun = await api.post<{ id: string; options: { challenge: string } }>('/api/2/account/factors/passkey', {
    password: PASSWORD,
  })
  await api.post(`/api/2/account/factors/passkey/${begun.id}`, key.create(begun.options))
  return { ...account, api, key }
}

type Options = { challenge: string; userVerification: string; allowCredentials?: { id: string }[] }
const optionsOf = async (browser: Browser, page: string): Promise<Options> =>
  ((await (await postTo(url, browser, `${page}/passkey/options`)).json()) as { options: Options }).options

const sign = async (browser: Browser, page: string, key: SoftPasskey, more: Parameters<SoftPasskey['sign']>[1] = {}) =>
  postTo(url, browser, `${page}/passkey`, key.sign(await optionsOf(browser, page), more))

test('a passkey is the second step after the password', async () => {
  const { email, key } = await person('second@example.com')
  const browser = openBrowser()
  const step = await openSecondStep(url, browser, email, PASSWORD)
  expect(step.body.second_step?.methods).toEqual(['passkey', 'recovery'])
  const options = await optionsOf(browser, step.page)
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([key.credentialId])
  const answer = await sign(browser, step.page, key, { verified: false })
  expect(answer.status).toBe(200)
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  expect(decodeJwt((await step.tokens(redirect_to)).id_token ?? '').amr).toEqual(['pwd', 'hwk', 'mfa'])
})

test('a passkey signs in without a password if it verified its user', async () => {
  const { id, key } = await person('alone@example.com')
  const browser = openBrowser()
  const { page, verifier } = await openSignIn(url, browser)
  const options = await optionsOf(browser, page)
  expect(options).toMatchObject({ userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
  expect((await sign(browser, page, key, { verified: false })).status).toBe(401)
  const answer = await sign(browser, page, key)
  expect(answer.status).toBe(200)
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  const { id_token = '' } = await tokensAfter(url, browser, redirect_to, verifier)
  expect(decodeJwt(id_token)).toMatchObject({ sub: id, amr: ['hwk', 'user', 'mfa'] })
})

test('a challenge works once, for five minutes, at this origin', async () => {
  const { key } = await person('fresh@example.com')
  const browser = openBrowser()
  const { page } = await openSignIn(url, browser)
  const options = await optionsOf(browser, page)
  const post = (body: object) => postTo(url, browser, `${page}/passkey`, body)
  expect((await post(key.sign(options, { origin: 'https://evil.example' }))).status).toBe(401)
  expect((await post(key.sign(options))).status).toBe(409)
  const late = await optionsOf(browser, page)
  nowMs += 5 * 60_000
  expect((await post(key.sign(late))).status).toBe(409)
  expect((await postTo(url, browser, `${page}/passkey/options`, undefined, 'https://evil.example')).status).toBe(403)
  expect((await postTo(url, openBrowser(), `${page}/passkey/options`)).status).toBe(410)
})

test('a counter that does not grow is refused, as of a copied passkey', async () => {
  const { key } = await person('copied@example.com')
  const one = openBrowser()
  const { page } = await openSignIn(url, one)
  expect((await sign(one, page, key, { counter: 7 })).status).toBe(200)
  const two = openBrowser()
  const second = await openSignIn(url, two)
  expect((await sign(two, second.page, key, { counter: 7 })).status).toBe(401)
  expect((await sign(two, second.page, key, { counter: 8 })).status).toBe(200)
})

test('the passkey of another account completes nobody else’s sign-in, and an unknown one none', async () => {
  const mine = await person('victim@example.com')
  const theirs = await person('thief@example.com')
  const browser = openBrowser()
  const { page } = await openSecondStep(url, browser, mine.email, PASSWORD)
  expect((await sign(browser, page, theirs.key)).status).toBe(401)
  expect((await sign(browser, page, softPasskey(url))).status).toBe(401)
  expect((await sign(browser, page, mine.key)).status).toBe(200)
})

test('a blocked account does not sign in with its passkey', async () => {
  const { id, key } = await person('barred@example.com')
  const { db } = running.server.services.database
  await db.updateTable('account').set({ blocked: nowMs }).where('id', '=', id).execute()
  const browser = openBrowser()
  const { page } = await openSignIn(url, browser)
  expect((await sign(browser, page, key)).status).toBe(403)
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})

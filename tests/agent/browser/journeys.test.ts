import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { browserBench, page } from './bench.ts'

const bench = browserBench()
const SECRET = 'correct-horse-battery'

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const FORM = `<title>Sign in</title><form action="/in" method="post">
  <label>User <input name="user"></label>
  <label>Password <input name="password" type="text"></label>
  <label>Country <select name="country"><option>Chile</option><option>Peru</option></select></label>
  <button>Sign in</button></form>`

/** A site that one signs in to, and that shows what was entered. */
const shop = async () => {
  const entered: string[] = []
  const site = await bench.site(async (request, response) => {
    if (request.url === '/in') {
      entered.push(await textOf(request))
      page(
        response,
        `<title>Account</title><h1>Welcome</h1><p data-testid="token">Your code is ${SECRET}</p>
        <p hidden>Gone</p><a href="/new" target="_blank">Orders</a><button disabled>Pay</button><button>Save</button><button>Save</button>
        <script>console.error('entered', '${SECRET}'); fetch('/beacon?code=${SECRET}')</script>`,
      )
    } else if (request.url === '/new') page(response, '<title>Orders</title><input aria-label="Search" value="none">')
    else page(response, FORM)
  })
  return { site, entered }
}

const signIn = [
  { kind: 'fill' as const, locator: { label: 'User' }, value: '{{ user }}' },
  { kind: 'fill' as const, locator: { label: 'Password' }, value: '{{ password }}' },
  { kind: 'fill' as const, locator: { label: 'Country' }, value: 'Peru' },
  { kind: 'click' as const, locator: { role: 'button', name: 'Sign in' } },
]

const withSecret = (site: string, origins = [site]) => ({
  job: {
    variables: { user: 'ada', password: SECRET },
    secrets: [SECRET],
    secret_variables: ['password'],
    secret_origins: origins,
  },
})

test('a journey signs in, goes on in the window that a click opens, and leaves a picture of each step', async () => {
  const { site, entered } = await shop()
  const { report, browser, pictures } = await bench.see(`${site}/`, {
    ...withSecret(site),
    steps: [
      ...signIn,
      { kind: 'expect', expected: 'text', locator: { role: 'heading' }, value: 'Welcome' },
      { kind: 'expect', expected: 'hidden', locator: { text: 'Gone' } },
      { kind: 'expect', expected: 'visible', locator: { test_id: 'token' } },
      { kind: 'click', locator: { text: 'Orders', exact: true }, name: 'Open the orders' },
      { kind: 'expect', expected: 'title', value: 'Orders' },
      { kind: 'expect', expected: 'value', locator: { label: 'Search' }, value: 'none' },
      { kind: 'press', locator: { label: 'Search' }, key: 'Control+a' },
      { kind: 'press', key: 'x' },
      { kind: 'expect', expected: 'value', locator: { label: 'Search' }, value: 'x' },
      { kind: 'go', url: '/' },
      { kind: 'expect', expected: 'url', value: site },
      { kind: 'screenshot' },
    ],
  })
  expect(browser.steps.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(report.result_category).toBe('PASS')
  expect(entered).toEqual([`user=ada&password=${SECRET}&country=Peru`])
  expect(browser.steps.map(({ words }) => words).slice(0, 4)).toEqual([
    'fill in field “User” with {{ user }}',
    'fill in field “Password” with {{ password }}',
    'fill in field “Country” with Peru',
    'click button “Sign in”',
  ])
  expect(browser.steps[7]).toMatchObject({ number: 8, words: 'Open the orders', error: null })
  expect(pictures.map(({ number }) => number)).toEqual(browser.pictures)
  expect(browser.pictures).toEqual(browser.steps.map(({ number }) => number))
})

test('a secret that was entered is in nothing that the agent reports', async () => {
  const { site } = await shop()
  const { report, detail, browser } = await bench.see(`${site}/`, {
    ...withSecret(site),
    stepWaitMs: 3_000,
    steps: [...signIn, { kind: 'expect', expected: 'text', locator: { test_id: 'token' }, value: 'something else' }],
  })
  expect(browser.steps.at(-1)?.error).toBe('test id “token” is “Your code is ••••••”')
  expect(browser.console.map(({ text }) => text)).toContain('entered ••••••')
  expect(browser.resources.map(({ url }) => url)).toContain(`${site}/beacon?code=••••••`)
  expect(JSON.stringify({ ...report, detail })).not.toContain(SECRET)
})

test('pictures cover what a secret was entered in and where it is shown, in the colour of covers', async () => {
  const { site } = await shop()
  const plain = await bench.see(`${site}/`, {
    steps: signIn.slice(0, 2).map((step, index) => ({ ...step, value: index === 0 ? 'ada' : 'a word' })),
  })
  const covered = await bench.see(`${site}/`, { ...withSecret(site), steps: signIn.slice(0, 2) })
  // The two differ in the covered field only, so the first pictures are the same and the second ones are not.
  expect(covered.pictures[0]?.bytes).toEqual(plain.pictures[0]?.bytes)
  expect(covered.pictures[1]?.bytes).not.toEqual(plain.pictures[1]?.bytes)
  const other = await bench.see(`${site}/`, {
    job: {
      ...withSecret(site).job,
      variables: { user: 'ada', password: 'another-secret-word' },
      secrets: ['another-secret-word'],
    },
    steps: signIn.slice(0, 2),
  })
  // Whatever was entered, the covered picture is the same.
  expect(other.pictures[1]?.bytes).toEqual(covered.pictures[1]?.bytes)
})

test('a secret is entered only at the origins that it was given for', async () => {
  const { site, entered } = await shop()
  const { report, browser } = await bench.see(`${site}/`, {
    ...withSecret(site, [site, 'https://shop.example']),
    steps: signIn,
  })
  expect(report.result_category).toBe('PASS')
  expect(entered).toHaveLength(1)
  const elsewhere = site.replace('127.0.0.1', 'localhost')
  bench.reach(Number(new URL(site).port))
  const { browser: other } = await bench.see(`${site}/`, {
    ...withSecret(site),
    steps: [{ kind: 'go', url: `${elsewhere}/` }, ...signIn],
  })
  expect(other.steps[2]).toMatchObject({
    status: 'failed',
    error: `the secret of this step may only be sent to ${site}, but this run would send it to ${elsewhere}`,
  })
  expect(entered).toHaveLength(1)
  expect(browser.steps).toHaveLength(4)
})

test('a journey that fails at step 3 says why, keeps the picture of that step and skips the rest', async () => {
  const { site } = await shop()
  const failing = async (step: Parameters<typeof bench.see>[1] & object) =>
    (await bench.see(`${site}/in`, { timeout_ms: 4_000, ...step })).browser.steps.find(
      ({ status }) => status === 'failed',
    )?.error
  const { report, detail, browser, pictures } = await bench.see(`${site}/`, {
    timeout_ms: 4_000,
    steps: [
      ...signIn.slice(0, 2).map((step) => ({ ...step, value: 'x' })),
      { kind: 'click', locator: { role: 'button', name: 'Sign out' } },
      { kind: 'screenshot' },
    ],
  })
  expect(report).toMatchObject({ result_category: 'FAIL', result: 'CONTENT_ERROR', http_code: 200 })
  expect(browser.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed', 'skipped'])
  expect(browser.steps[2]?.error).toMatch(
    /^no visible element fits button “Sign out”, within \d|^the time of the test was over$/,
  )
  expect(detail.conditions.at(-1)).toMatchObject({ name: 'step 3: click button “Sign out”', outcome: 'fail' })
  expect(browser.pictures).toEqual([1, 2, 3])
  expect(pictures).toHaveLength(3)
  expect(await failing({ steps: [{ kind: 'click', locator: { role: 'button', name: 'Save' } }] })).toBe(
    '2 visible elements fit button “Save”: describe the one you mean more closely',
  )
  expect(await failing({ steps: [{ kind: 'fill', locator: { role: 'heading' }, value: 'x' }] })).toBe(
    'heading is not a field that takes a text',
  )
  expect(await failing({ steps: [{ kind: 'go', url: 'http://127.0.0.1:8099/' }] })).toMatch(/is not a public address/)
})

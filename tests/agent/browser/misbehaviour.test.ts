import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { killGroup } from '../../../src/agent/browser/chromium-process.ts'
import { certificate } from '../certificate.ts'
import { listen, rawServer } from '../world.ts'
import { browserBench, page } from './bench.ts'

const bench = browserBench()

/** A raw server that the browser may reach. */
const raw = async (answer: Parameters<typeof rawServer>[0]): Promise<string> => {
  const port = await rawServer(answer)
  bench.reach(port)
  return `http://127.0.0.1:${port}`
}

const FAILED = { result_category: 'FAIL', result: 'CONNECTION_ERROR', exception_type: 'download' }

test('a page that does not come in time fails, and says what was missing', async () => {
  const silent = await raw(() => {})
  const { report, detail } = await bench.see(silent, { timeout_ms: 1_000 })
  expect(report).toMatchObject({ ...FAILED, http_code: null })
  expect(detail.exception).toBe('timed out after 1000 ms while waiting for the page (load); 1 requests were unfinished')
})

test('a page that never finishes fails with its status, its picture and the file that was missing', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/') page(response, '<title>Half</title><h1>Half a page</h1><img src="/never.png">')
  })
  const { report, detail, browser, pictures } = await bench.see(site, { timeout_ms: 2_000 })
  expect(report).toMatchObject({ ...FAILED, http_code: 200 })
  expect(detail.exception).toContain('timed out after 2000 ms')
  expect(browser).toMatchObject({ title: 'Half', pictures: [0] })
  expect(pictures).toHaveLength(1)
  expect(browser.resources.at(-1)).toMatchObject({ url: `${site}/never.png`, status: null })
})

test('a refused connection, an empty response and a host without an address are told apart', async () => {
  const gone = await raw((socket) => socket.destroy())
  expect((await bench.see(gone)).detail.exception).toMatch(
    /^127\.0\.0\.1:\d+ closed the connection without a response$/,
  )
  bench.reach(9)
  expect((await bench.see('http://127.0.0.1:9/')).detail.exception).toBe('browsers refuse this port')
  bench.reach(59_999)
  expect((await bench.see('http://127.0.0.1:59999/')).detail.exception).toBe('connection refused by 127.0.0.1:59999')
  expect((await bench.see('https://127.0.0.1:59999/')).detail.exception).toBe('connection refused by 127.0.0.1:59999')
  const nowhere = await bench.see('http://nowhere.invalid/')
  expect(nowhere.report).toMatchObject({ result_category: 'FAIL', exception_type: 'download' })
  expect(nowhere.detail.exception).toBe('could not resolve host nowhere.invalid')
})

test('a certificate that nobody vouches for fails the test, unless it is not verified', async () => {
  const { cert, key } = certificate({ subject: 'localhost', names: ['localhost'] })
  const port = await listen(createServer({ cert, key }, (_, response) => page(response, '<title>Secure</title>')))
  bench.reach(port)
  const url = `https://localhost:${port}/`
  const strict = await bench.see(url)
  expect(strict.report).toMatchObject(FAILED)
  expect(strict.detail.exception).toBe(
    `the certificate of localhost:${port} is not from an authority that the browser trusts`,
  )
  const lenient = await bench.see(url, { verify_tls: false })
  expect(lenient.report).toMatchObject({ result_category: 'PASS', http_code: 200 })
  expect(lenient.report.timing.handshake).toBeGreaterThan(0)
  expect(lenient.detail.tls?.version).toBe('TLSv1.3')
})

test('a page that hangs in its scripts is ended in time, and the next run has nothing of it', async () => {
  const site = await bench.site((request, response) =>
    page(response, request.url === '/loop' ? '<script>for (;;);</script>' : '<title>Fine</title>'),
  )
  const hung = await bench.see(`${site}/loop`, { timeout_ms: 1_000 })
  expect(hung.report).toMatchObject({ ...FAILED, http_code: 200 })
  expect(hung.browser.vitals.lcp).toBeNull()
  expect((await bench.see(site)).report.result_category).toBe('PASS')
})

test('a page that hangs once it has loaded is asked nothing more, and ends', async () => {
  const site = await bench.site((_, response) =>
    page(response, '<title>Fine</title><script>setTimeout(() => { for (;;); }, 100)</script>'),
  )
  const { report, browser } = await bench.see(site, { timeout_ms: 1_000 })
  expect(report.http_code).toBe(200)
  expect(browser).toMatchObject({ title: null, pictures: [], vitals: { fcp: null, lcp: null } })
})

test('dialogs are dismissed, also endless ones', async () => {
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url === '/once'
        ? '<script>alert("hello"); document.title = String(confirm("sure?"))</script>'
        : '<script>for (;;) alert("again")</script>',
    ),
  )
  const once = await bench.see(`${site}/once`)
  expect(once.report.result_category).toBe('PASS')
  expect(once.browser.title).toBe('false')
  expect(once.detail.messages).toContain('a dialog (alert) was dismissed')
  const endless = await bench.see(`${site}/endless`)
  expect(endless.report).toMatchObject(FAILED)
  expect(endless.detail.exception).toBe('the page opened more than 200 dialogs')
})

test('windows that a page opens by itself are closed, and a flood of them ends the run', async () => {
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url === '/one'
        ? '<script>open("/other")</script><title>One</title>'
        : request.url === '/many'
          ? '<script>setInterval(() => open("/other"), 5)</script><img src="/slow">'
          : 'other',
    ),
  )
  const one = await bench.see(`${site}/one`)
  expect(one.browser.title).toBe('One')
  const many = await bench.see(`${site}/many`, { steps: [{ kind: 'expect', expected: 'title', value: 'never' }] })
  expect(many.report.result_category).toBe('FAIL')
  expect(many.browser.steps[0]?.error ?? many.detail.exception).toMatch(/opened more than 20 windows|title is/)
})

test('downloads are refused, whether they are the page or come from it', async () => {
  const site = await bench.site((request, response) => {
    if (request.url !== '/file')
      return page(response, '<a href="/file" download>get</a><script>document.querySelector("a").click()</script>')
    response.setHeader('content-disposition', 'attachment; filename=x.bin')
    response.end('bytes')
  })
  const direct = await bench.see(`${site}/file`)
  expect(direct.report).toMatchObject(FAILED)
  expect(direct.detail.exception).toMatch(/did not send a page, but a download or nothing$/)
  const within = await bench.see(site)
  expect(within.report.result_category).toBe('PASS')
})

test('a page that crashes its process is the agent’s trouble, and other runs go on', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/heavy')
      page(response, '<script>const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))</script>')
    else page(response, '<title>Fine</title>')
  })
  const [heavy, fine] = await Promise.all([bench.see(`${site}/heavy`, { timeout_ms: 60_000 }), bench.see(site)])
  expect(heavy.report).toMatchObject({
    result_category: 'WARNING',
    result: 'CONNECTION_WARNING',
    exception_type: 'agent',
  })
  expect(heavy.detail.exception).toBe('the process of the page crashed, or its scripts used more than 512 MB of memory')
  expect(fine.report.result_category).toBe('PASS')
})

test('a huge page is described within bounds', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/')
      page(
        response,
        `${'<p>text</p>'.repeat(30_000)}<script>for (let i = 0; i < 500; i++) { new Image().src = '/i' + i; console.error('e' + i) }</script>`,
      )
    else response.end()
  })
  const { report, browser, detail } = await bench.see(site, { wait_until: 'networkidle' })
  expect(report.result_category).toBe('PASS')
  expect(browser.resources).toHaveLength(300)
  expect(browser.resources_left).toBe(201)
  expect(browser.console).toHaveLength(100)
  expect(detail.response?.body?.length ?? 0).toBeLessThanOrEqual(262_144)
})

test('when Chromium ends, its runs end as the agent’s trouble, and the next one starts another', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/held') for (const pid of bench.pids()) killGroup(pid)
    else page(response, '<title>Fine</title>')
  })
  const cut = await bench.see(`${site}/held`)
  expect(cut.report).toMatchObject({ result_category: 'WARNING', exception_type: 'agent' })
  expect(cut.detail.exception).toBe('Chromium ended during the run: it crashed, or the system ended it')
  expect((await bench.see(site)).report.result_category).toBe('PASS')
})

test('vitals that no page can have are not passed on', async () => {
  const site = await bench.site((_, response) =>
    page(
      response,
      `<title>t</title><p>x</p><script>PerformanceObserver = class {
        constructor(told) { this.told = told }
        observe({ type }) {
          const entries = { 'largest-contentful-paint': [{ startTime: 1e300 }], 'layout-shift': [{ value: 1e39, startTime: 1 }],
            paint: [{ name: 'first-contentful-paint', startTime: 1 }] }
          this.told({ getEntries: () => entries[type] ?? [] })
        }
        takeRecords() { return [] }
        disconnect() {}
      }</script>`,
    ),
  )
  const { report } = await bench.see(site)
  expect(report.result_category).toBe('PASS')
  expect(report.vitals).toMatchObject({ lcp: null, cls: null, fcp: 1, tbt: 0 })
})

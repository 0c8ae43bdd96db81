import { expect, test } from 'vitest'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { jobFor } from '../world.ts'
import { browserBench, page } from './bench.ts'

const bench = browserBench()

test('a browser test describes its page: status, headers, phases, vitals, files, console, picture', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/old') response.writeHead(302, { location: '/' }).end()
    else if (request.url === '/') {
      response.setHeader('x-from', 'test')
      page(
        response,
        `<title>Shop</title><h1>Shoes</h1><script src="/app.js"></script><script>console.warn('careful')</script>`,
      )
    } else if (request.url === '/app.js') response.end('console.error("no stock"); throw new Error("broken")')
    else response.writeHead(404).end()
  })
  const { report, detail, browser, pictures } = await bench.see(`${site}/old`, {
    assertions: [
      { kind: 'title_contains', value: 'Shop', outcome: 'fail' },
      { kind: 'text_present', value: 'Shoes', outcome: 'fail' },
      { kind: 'selector_visible', value: 'h1', outcome: 'fail' },
      { kind: 'status_below', value: '400', outcome: 'fail' },
      { kind: 'vital_below', vital: 'cls', value: '1', outcome: 'warning' },
    ],
  })
  expect(report).toMatchObject({ result_category: 'PASS', http_code: 200, dest_ip: '127.0.0.1', exception_type: null })
  expect(detail.redirects).toMatchObject([{ url: `${site}/old`, status_code: 302 }])
  expect(detail.response?.headers).toContainEqual({ key: 'x-from', value: 'test' })
  expect(detail.response?.body).toContain('<h1>Shoes</h1>')
  expect(detail.request.headers.filter(({ key }) => /^proxy/i.test(key))).toEqual([])
  expect(detail.conditions.map(({ verdict }) => verdict)).toEqual([true, true, true, true, true])
  const { total, ...phases } = report.timing
  expect(Math.abs(Object.values(phases).reduce((sum, ms) => sum + ms, 0) - total)).toBeLessThan(0.01)
  expect(browser).toMatchObject({
    title: 'Shop',
    url: `${site}/`,
    viewport: { width: 800, height: 600 },
    pictures: [0],
  })
  expect(browser.browser).toMatch(/^chromium \d+\./)
  for (const vital of ['lcp', 'fcp', 'ttfb'] as const) expect(browser.vitals[vital]).toBeGreaterThan(0)
  expect(browser.vitals.cls).toBe(0)
  expect(browser.resources.map(({ url, type, status }) => [url.slice(site.length), type, status])).toEqual([
    ['/old', 'document', 302],
    ['/', 'document', 200],
    ['/app.js', 'script', 200],
  ])
  expect(browser.console.map(({ level, text }) => [level, text])).toEqual([
    ['error', 'no stock'],
    ['error', 'Error: broken'],
    ['warning', 'careful'],
  ])
  expect([...(pictures[0]?.bytes.slice(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff])
})

test('a page that leads on by a script, or is busy for a moment once it has loaded, has its title, vitals and picture', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/next') page(response, '<title>Next</title><h1>Next</h1>')
    else if (request.url === '/busy')
      page(
        response,
        `<title>Busy</title><h1>Busy</h1><script>onload = () => setTimeout(() => {
          for (const until = performance.now() + 1500; performance.now() < until; );
        })</script>`,
      )
    else
      page(
        response,
        `<title>First</title><h1>First</h1><script>onload = () => setTimeout(() => location.replace('/next'))</script>`,
      )
  })
  for (const [path, title] of [
    ['/', 'Next'],
    ['/busy', 'Busy'],
  ]) {
    const { browser } = await bench.see(`${site}${path}`)
    expect(browser).toMatchObject({ title, pictures: [0] })
    for (const vital of ['lcp', 'fcp', 'ttfb'] as const) expect(browser.vitals[vital]).toBeGreaterThan(0)
  }
})

test('an assertion that does not hold decides the result by its outcome', async () => {
  const site = await bench.site((_, response) => page(response, '<title>Shop</title>'))
  const seen = await bench.see(site, {
    assertions: [
      { kind: 'text_present', value: 'Thank you', outcome: 'warning' },
      { kind: 'selector_visible', value: 'main[', outcome: 'none' },
      { kind: 'title_contains', value: 'Checkout', outcome: 'fail' },
    ],
  })
  expect(seen.report).toMatchObject({ result_category: 'FAIL', result: 'CONTENT_ERROR', http_code: 200 })
  expect(seen.detail.conditions.map(({ actual, outcome }) => [actual, outcome])).toEqual([
    ['not found', 'warning'],
    [null, 'none'],
    ['Shop', 'fail'],
  ])
})

test('files of its own site that do not load make a warning, those of others and broken-off ones do not', async () => {
  const other = await bench.site((_, response) => response.writeHead(500).end())
  const site = await bench.site((request, response) => {
    const otherSite = other.replace('127.0.0.1', 'other.localhost')
    if (request.url === '/own') page(response, '<img src="/missing.png">')
    else if (request.url === '/others') page(response, `<img src="${otherSite}/x.png">`)
    else response.writeHead(404).end()
  })
  const own = await bench.see(`${site}/own`)
  expect(own.report).toMatchObject({ result_category: 'WARNING', result: 'CONTENT_WARNING' })
  expect(own.detail.conditions.at(-1)?.message).toBe(`${site}/missing.png`)
  const others = await bench.see(`${site}/others`)
  expect(others.report.result_category).toBe('PASS')
  expect(others.browser.resources.at(-1)).toMatchObject({ first_party: false })
})

test('the status of the main document counts as that of a call', async () => {
  const site = await bench.site((request, response) => {
    response.statusCode = Number(request.url?.slice(1))
    page(response, 'sorry')
  })
  expect((await bench.see(`${site}/503`)).report).toMatchObject({ http_code: 503, result: 'HTTP_SERVER_ERROR' })
  expect((await bench.see(`${site}/404`)).report).toMatchObject({ http_code: 404, result: 'HTTP_CLIENT_ERROR' })
})

test('a name in braces without a value fails the test before its page is asked for, unless the test sends it as it is written', async () => {
  let asked = 0
  const site = await bench.site((_, response) => {
    asked++
    page(response, '<title>Shop</title>')
  })
  const steps: Step[] = [{ kind: 'expect', expected: 'title', value: '{{ shop }}' }]
  const fails = { call: { ...jobFor(`${site}/`).call, unset_variables: 'fail' as const } }
  const failing = await bench.see(`${site}/`, { steps, job: fails })
  expect(failing.report).toMatchObject({ result_category: 'FAIL' })
  expect(failing.detail.exception).toContain('the variable shop has no value')
  expect(asked).toBe(0)
  const code = [{ kind: 'title_contains', value: '__init__', outcome: 'fail' } as const]
  await bench.see(`${site}/`, { assertions: code, job: fails })
  expect(asked).toBe(1)
})

test('user agent, viewport and placeholders are those of the test', async () => {
  const agents: (string | undefined)[] = []
  const site = await bench.site((request, response) => {
    agents.push(request.headers['user-agent'])
    page(response, `<title>${request.url}</title><script>document.title += innerWidth + 'x' + innerHeight</script>`)
  })
  const { browser, report } = await bench.see(`${site}/{{ path }}`, {
    user_agent: 'Probe/1',
    viewport: { width: 400, height: 300 },
    assertions: [{ kind: 'title_contains', value: '{{path}}400x300', outcome: 'fail' }],
    job: { variables: { path: 'here' } },
  })
  expect(agents).toEqual(['Probe/1'])
  expect(browser.title).toBe('/here400x300')
  expect(report.result_category).toBe('PASS')
})

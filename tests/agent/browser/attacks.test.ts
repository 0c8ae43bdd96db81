import { expect, test } from 'vitest'
import { httpServer } from '../world.ts'
import { browserBench, page } from './bench.ts'

const bench = browserBench(async () => ['127.0.0.1'])

/** A server of this machine that the operator did not allow; returns its port and the requests that reached it. */
const forbidden = async (): Promise<{ port: number; reached: string[] }> => {
  const reached: string[] = []
  const port = await httpServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('secret of this machine')
  })
  return { port, reached }
}

const SECRET = 'correct-horse-battery'
const withSecret = (site: string) => ({
  job: { variables: { word: SECRET }, secrets: [SECRET], secret_variables: ['word'], secret_origins: [site] },
})

test('a page that downloads for ever ends in its time, and what it loads is bounded', async () => {
  const chunk = Buffer.alloc(1_048_576, 'x')
  let sent = 0
  let isOpen = true
  const site = await bench.site((request, response) => {
    if (request.url === '/') return page(response, '<title>Stream</title><link rel="stylesheet" href="/endless">')
    response.setHeader('content-type', 'text/css')
    response.write('/*')
    response.on('close', () => {
      isOpen = false
    })
    const more = (): void => {
      while (isOpen && response.write(chunk)) sent += chunk.length
      if (isOpen) response.once('drain', more)
    }
    more()
  })
  const { report, detail } = await bench.see(site, { timeout_ms: 20_000 })
  expect(report.result_category).toBe('FAIL')
  expect(detail.exception).toMatch(/loaded more than 256 MB|timed out after/)
  expect(sent).toBeLessThan(320_000_000)
})

test('dialogs before unloading and prompts in a circle do not hold a run', async () => {
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url === '/'
        ? `<title>Stay</title><a href="/next">next</a><script>
          addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' })
          document.title = String(prompt('name?'))</script>`
        : '<title>Next</title>',
    ),
  )
  const { browser } = await bench.see(site, {
    timeout_ms: 20_000,
    steps: [
      { kind: 'click', locator: { text: 'next' } },
      { kind: 'go', url: '/next' },
      { kind: 'expect', expected: 'title', value: 'Next' },
    ],
  })
  expect(browser.steps.map(({ status, error }) => [status, error])).toEqual([
    ['passed', null],
    ['passed', null],
    ['passed', null],
  ])
})

test('blob:, data: and javascript: addresses reach nothing that the page could not', async () => {
  const { port, reached } = await forbidden()
  const site = await bench.site((_, response) =>
    page(
      response,
      `<title>wait</title><script>
      const inner = '<script>fetch("http://127.0.0.1:${port}/inner", { mode: "no-cors" }).then(() => parent.postMessage("yes", "*"), () => parent.postMessage("no", "*"))</' + 'script>'
      const got = []
      addEventListener('message', ({ data }) => { got.push(data); if (got.length === 3) document.title = got.join() })
      const frame = (src) => { const one = document.createElement('iframe'); one.src = src; document.body.append(one) }
      onload = () => {
        frame(URL.createObjectURL(new Blob([inner], { type: 'text/html' })))
        frame('data:text/html,' + encodeURIComponent(inner))
        const plain = document.createElement('iframe'); plain.srcdoc = inner; document.body.append(plain)
      }
      </script>`,
    ),
  )
  const { browser } = await bench.see(site, { steps: [{ kind: 'expect', expected: 'title', value: 'no,no,no' }] })
  expect(browser.steps).toMatchObject([{ status: 'passed', error: null }])
  expect(reached).toEqual([])
})

test('workers, beacons, hints and other ways than fetch reach no address of this machine', async () => {
  const { port, reached } = await forbidden()
  const at = `http://127.0.0.1:${port}`
  const site = await bench.site((request, response) => {
    if (request.url === '/worker.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(`fetch('${at}/worker', { mode: 'no-cors' }).then(() => postMessage('yes'), () => postMessage('no'))`)
    } else if (request.url === '/service.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(
        `oninstall = (event) => event.waitUntil(fetch('${at}/service', { mode: 'no-cors' }).catch(() => {}))`,
      )
    } else
      page(
        response,
        `<title>wait</title><link rel="dns-prefetch" href="//inside.example"><link rel="preconnect" href="${at}">
        <link rel="prefetch" href="${at}/prefetch"><link rel="preload" as="image" href="${at}/preload"><link rel="stylesheet" href="${at}/style">
        <script type="speculationrules">{"prerender":[{"urls":["${at}/prerender"]}],"prefetch":[{"urls":["${at}/speculated"]}]}</script>
        <video src="${at}/video"></video><object data="${at}/object"></object><embed src="${at}/embed"><form action="${at}/form" target="f"><button>x</button></form><iframe name="f"></iframe>
        <script>
        navigator.sendBeacon('${at}/beacon', 'x')
        new EventSource('${at}/events')
        document.forms[0].submit()
        try { new WebTransport('https://127.0.0.1:${port}/transport').ready.catch(() => {}) } catch {}
        new FontFace('x', 'url(${at}/font)').load().catch(() => {})
        const worker = new Promise((resolve) => { new Worker('/worker.js').onmessage = ({ data }) => resolve(data) })
        const service = navigator.serviceWorker.register('/service.js').then((one) => new Promise((resolve) => {
          const each = one.installing ?? one.waiting ?? one.active
          const look = () => ['installed', 'activating', 'activated', 'redundant'].includes(each.state) && resolve('done')
          each.onstatechange = look; look()
        }), () => 'refused')
        Promise.all([worker, service]).then((got) => { document.title = 'over ' + got.join() })
        </script>`,
      )
  })
  const { browser } = await bench.see(site, {
    wait_until: 'domcontentloaded',
    steps: [{ kind: 'expect', expected: 'title', value: 'over no' }],
  })
  expect(browser.steps).toMatchObject([{ status: 'passed', error: null }])
  expect(reached).toEqual([])
})

test('all spellings of a loopback and link-local address are refused', async () => {
  const { port, reached } = await forbidden()
  const hosts = ['0.0.0.0', '127.1', '2130706433', '0x7f.1', '[::]', '[::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]']
  for (const host of [...hosts, '[fe80::1]', '169.254.169.254', '[::ffff:a9fe:a9fe]']) {
    const { report } = await bench.see(`http://${host}:${port}/`, { timeout_ms: 10_000 })
    expect([host, report.result_category, report.http_code]).toEqual([host, 'FAIL', null])
  }
  expect(reached).toEqual([])
})

test('a thousand windows end the run, and the browser serves the next one', async () => {
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url === '/'
        ? '<title>Many</title><button onclick="for (let i = 0; i < 1000; i++) open(\'/other?\' + i)">open</button>'
        : '<title>other</title>',
    ),
  )
  const many = await bench.see(site, {
    stepWaitMs: 3_000,
    steps: [
      { kind: 'click', locator: { role: 'button', name: 'open' } },
      { kind: 'expect', expected: 'title', value: 'never' },
    ],
  })
  expect(many.report.result_category).toBe('FAIL')
  expect((await bench.see(`${site}/fine`)).report.result_category).toBe('PASS')
})

test('a document of 100 MB is described within bounds', { timeout: 180_000 }, async () => {
  const part = '<p>text of a paragraph that is long enough to add up to something</p>\n'.repeat(15_000)
  const site = await bench.site((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('<!doctype html><title>Huge</title>')
    let left = 100
    response.on('close', () => {
      left = 0
    })
    const more = (): void => {
      while (left > 0) {
        left--
        if (!response.write(part)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const { report, detail } = await bench.see(site, { timeout_ms: 5_000 })
  expect(report.detail.length).toBeLessThan(4_194_304)
  expect(detail.response?.body?.length ?? 0).toBeLessThanOrEqual(262_144)
})

test('a secret is masked in the title, the address, the console and errors of a page, also in pieces of an address', async () => {
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url?.startsWith('/shown')
        ? `<title>Hello ${SECRET}</title><p>${SECRET}</p><input value="${SECRET}"><textarea>${SECRET}</textarea><script>
          console.warn({ deep: '${SECRET}' }); history.pushState(null, '', '/shown#${SECRET}'); setTimeout(() => { throw new Error('${SECRET}') })</script>`
        : '<title>Word</title><form action="/shown"><label>Word <input name="word"></label><button>Go</button></form>',
    ),
  )
  const { report, detail, browser } = await bench.see(site, {
    ...withSecret(site),
    steps: [
      { kind: 'fill', locator: { label: 'Word' }, value: '{{ word }}' },
      { kind: 'click', locator: { role: 'button', name: 'Go' } },
      { kind: 'expect', expected: 'title', value: 'Hello' },
      { kind: 'expect', expected: 'title', value: 'Goodbye' },
    ],
    stepWaitMs: 3_000,
  })
  expect(browser.title).toBe('Hello ••••••')
  expect(browser.url).toBe(`${site}/shown`)
  expect(browser.steps.at(-1)?.error).toContain('••••••')
  expect(JSON.stringify({ ...report, detail })).not.toContain(SECRET)
})

test('pictures cover a secret wherever a page shows it: as text, in values that scripts set, in text areas and shadow roots', async () => {
  const shown = (word: string) => `<title>Shown</title><style>* { font: 16px monospace }</style>
    <p>${word}</p><input value="${word}"><input id="late"><textarea id="area"></textarea><div id="host"></div><script>
    late.value = '${word}'; area.value = 'a ${word} b'; host.attachShadow({ mode: 'open' }).innerHTML = '<b>${word}</b>'</script>`
  let word = SECRET
  const site = await bench.site((_, response) => page(response, shown(word)))
  const taken = async (secret: string) => {
    word = secret
    const { pictures } = await bench.see(site, {
      job: { variables: { word }, secrets: [word], secret_variables: ['word'], secret_origins: [site] },
      steps: [{ kind: 'screenshot' }],
    })
    return pictures[0]?.bytes
  }
  const one = await taken('aaaa-bbbb-cccc-dddd-x')
  // Two secrets of the same length leave the same picture if all of their places are covered.
  expect(await taken('wwww-mmmm-qqqq-gggg-y')).toEqual(one)
})

test.each([
  ['waits to be scrolled to', '<div style="height: 9000px"></div><iframe loading="lazy" src="/inner"></iframe>'],
  ['waits for its server', '<iframe src="/never"></iframe>'],
  ['may not be loaded', '<iframe src="file:///etc/passwd"></iframe>'],
])('a frame that %s costs a page neither its picture nor time', async (_, frame) => {
  const site = await bench.site((request, response) => {
    if (request.url !== '/never') page(response, `<title>Frames</title><p>Hello</p>${frame}`)
  })
  const { pictures, browser } = await bench.see(site, {
    wait_until: 'domcontentloaded',
    steps: [{ kind: 'screenshot' }, { kind: 'screenshot' }, { kind: 'expect', expected: 'title', value: 'Frames' }],
  })
  expect(browser.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed'])
  expect(pictures.map(({ number }) => number)).toEqual([1, 2, 3])
})

test('a secret is covered in every frame, also where there are more of them than are looked at', async () => {
  let word = SECRET
  const site = await bench.site((request, response) =>
    page(
      response,
      request.url === '/'
        ? `<title>Many</title>${'<iframe src="/inner" width="90" height="40"></iframe>'.repeat(22)}`
        : `<style>* { font: 16px monospace; margin: 0 }</style><p>${word}</p>`,
    ),
  )
  const taken = async (secret: string) => {
    word = secret
    const { pictures } = await bench.see(`${site}/`, {
      job: { variables: { word }, secrets: [word], secret_variables: ['word'], secret_origins: [site] },
      steps: [{ kind: 'screenshot' }],
    })
    return pictures[0]?.bytes
  }
  const one = await taken('aaaa-bbbb')
  expect(one).toBeDefined()
  expect(await taken('wwww-mmmm')).toEqual(one)
})

import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpServer, listen } from '../world.ts'
import { browserBench, page } from './bench.ts'

const INTERNAL = '10.1.2.3'
const bench = browserBench(async (host) => (host === 'inside.example' ? [INTERNAL] : ['127.0.0.1']))

/** A server of this machine that the operator did not allow; returns its port and the requests that reached it. */
const forbidden = async (): Promise<{ port: number; reached: string[] }> => {
  const reached: string[] = []
  const port = await httpServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('secret of this machine')
  })
  return { port, reached }
}

test('a page of an address that is not public is not loaded, also after a redirect and for a name', async () => {
  const { port, reached } = await forbidden()
  const targets = [
    `http://127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    'http://inside.example/',
    'http://169.254.169.254/',
  ]
  const site = await bench.site((request, response) => {
    response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end()
  })
  for (const [index, target] of targets.entries())
    for (const url of [target, `${site}/${index}`]) {
      const { report, detail, pictures } = await bench.see(url)
      expect(report).toMatchObject({ result_category: 'FAIL', exception_type: 'api_setup', http_code: null })
      expect(detail.exception).toMatch(/(is not a public address|does not lead to a public address)\. Whoever runs/)
      expect(JSON.stringify(detail)).not.toContain(INTERNAL)
      expect(detail.response).toBeNull()
      expect(pictures.length).toBeLessThanOrEqual(1)
    }
  expect(reached).toEqual([])
})

test('what a page asks of this machine and of the cloud is refused, and listed', async () => {
  const { port, reached } = await forbidden()
  const site = await bench.site((_, response) =>
    page(
      response,
      `<title>wait</title><iframe src="http://127.0.0.1:${port}/frame"></iframe><img src="http://localhost:${port}/image"><script>
      const tries = ['http://127.0.0.1:${port}/a', 'http://169.254.169.254/latest/meta-data/', 'http://[::ffff:127.0.0.1]:${port}/b', 'https://inside.example/']
      const socket = new Promise((resolve) => { const s = new WebSocket('ws://127.0.0.1:${port}/ws'); s.onerror = () => resolve('no'); s.onopen = () => resolve('yes') })
      Promise.all([...tries.map((url) => fetch(url, { mode: 'no-cors' }).then(() => 'yes', () => 'no')), socket])
        .then((got) => { document.title = got.join() })
      </script>`,
    ),
  )
  const { report, browser, detail } = await bench.see(site, {
    steps: [{ kind: 'expect', expected: 'title', value: 'no,no,no,no,no' }],
  })
  expect(browser.steps).toMatchObject([{ status: 'passed', error: null }])
  expect(reached).toEqual([])
  expect(report.result_category).not.toBe('FAIL')
  const said = detail.messages.join('\n')
  for (const place of [`127.0.0.1:${port}`, '169.254.169.254:80', 'inside.example:443']) expect(said).toContain(place)
  expect(said).not.toContain(INTERNAL)
})

test('WebRTC sends nothing past the proxy', async () => {
  const received: string[] = []
  const socket = createSocket('udp4', (bytes) => void received.push(bytes.toString('hex')))
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  const turn = await listen(createServer(() => void received.push('tcp')))
  const site = await bench.site((_, response) =>
    page(
      response,
      `<script>
      const found = []
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:127.0.0.1:${socket.address().port}' },
        { urls: 'turn:127.0.0.1:${turn}?transport=tcp', username: 'u', credential: 'c' },
      ] })
      peer.onicecandidate = ({ candidate }) => { if (candidate) found.push(candidate.candidate) }
      peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') document.title = 'gathered ' + found.length }
      peer.createDataChannel('x')
      peer.createOffer().then((offer) => peer.setLocalDescription(offer))
      </script>`,
    ),
  )
  const { browser } = await bench.see(site, { steps: [{ kind: 'expect', expected: 'title', value: 'gathered' }] })
  expect(browser.steps).toMatchObject([{ status: 'passed' }])
  expect(browser.title).toBe('gathered 0')
  expect(received).toEqual([])
})

test('files and pages of the browser itself are out of reach', async () => {
  const site = await bench.site((request, response) => {
    if (request.url === '/to-file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else
      page(
        response,
        `${['file:///etc/passwd', 'chrome://version/', 'view-source:http://127.0.0.1/', 'devtools://x/']
          .map((url, index) => `<a href="${url}">link ${index}</a>`)
          .join('')}<iframe src="file:///etc/passwd"></iframe>`,
      )
  })
  const clicks = [0, 1, 2, 3].map((index) => ({
    kind: 'click' as const,
    locator: { role: 'link', name: `link ${index}` },
  }))
  const { browser, detail } = await bench.see(site, {
    steps: [...clicks, { kind: 'expect', expected: 'url', value: site }],
  })
  expect(browser.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed', 'passed'])
  expect(JSON.stringify(detail)).not.toContain('root:')
  const redirected = await bench.see(`${site}/to-file`)
  expect(redirected.report.result_category).toBe('FAIL')
  for (const url of ['file:///etc/passwd', 'chrome://version']) {
    const { report } = await bench.see(url)
    expect(report).toMatchObject({ result_category: 'FAIL', exception_type: 'api_setup' })
  }
  const step = await bench.see(site, { steps: [{ kind: 'go', url: 'file:///etc/passwd' }] })
  expect(step.browser.steps[0]?.error).toBe('the URL must start with http:// or https://')
})

test('no other process of this machine gets through the proxy', async () => {
  const { port, reached } = await forbidden()
  bench.reach(port)
  const ask = (request: string): Promise<string> =>
    new Promise((resolve) => {
      let answer = ''
      const socket = connect(bench.proxyPort(), '127.0.0.1', () => socket.end(request))
      socket.on('data', (part) => {
        answer += part.toString()
      })
      socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    })
  const place = `127.0.0.1:${port}`
  const wrong = `Proxy-Authorization: Basic ${Buffer.from('run:guess').toString('base64')}\r\n`
  for (const header of ['', wrong]) {
    expect(await ask(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${header}\r\n`)).toContain('407')
    expect(await ask(`GET http://${place}/ HTTP/1.1\r\nHost: ${place}\r\n${header}\r\n`)).toContain('407')
  }
  expect(reached).toEqual([])
})

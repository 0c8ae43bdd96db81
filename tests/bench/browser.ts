import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { browserAccount } from '../../src/agent/browser/account.ts'
import { CheckingProxy } from '../../src/agent/browser/checking-proxy.ts'
import { findChromium } from '../../src/agent/browser/find-chromium.ts'
import { processesOfGroup } from '../../src/agent/browser/group-memory.ts'
import type { PageTask } from '../../src/agent/browser/page-task.ts'
import { runTask } from '../../src/agent/browser/run-task.ts'
import { SharedBrowser } from '../../src/agent/browser/shared-browser.ts'
import { systemResolve } from '../../src/agent/runner/address.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import type { BenchOptions } from './main.ts'
import { megabytesOf } from './memory.ts'
import type { Row } from './row.ts'

const AT_ONCE = 5
/** Runs after which growth is measured, where the minutes allow them. */
const RUNS = 1_000
/** Runs after which the memory is compared with that at the end: caches are full then. */
const WARM_RUNS = 50
const TIMED = 20

/** A page as shops have it: 40 pictures, a script that builds a list of a thousand entries, and a style sheet. */
const servePage = async (): Promise<{ url: string; close: () => void }> => {
  const script = `const list = document.querySelector('ul'); for (let i = 0; i < 1000; i++) {
    const item = document.createElement('li'); item.textContent = 'entry ' + i; list.append(item) }`
  const picture = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="teal"/></svg>`,
  )
  const html = `<!doctype html><title>Shop</title><link rel=stylesheet href=/style.css><h1>Shop</h1>
    ${Array.from({ length: 40 }, (_, index) => `<img src="/${index}.svg" width=320 height=200>`).join('')}<ul></ul><script src=/app.js></script>`
  const kinds: Readonly<Record<string, [string, string | Buffer]>> = {
    css: ['text/css', 'body { font: 16px sans-serif } li { padding: 4px }'],
    js: ['text/javascript', script],
    svg: ['image/svg+xml', picture],
  }
  const server = createServer((request, response) => {
    const [type, body] = kinds[request.url?.split('.')[1] ?? ''] ?? ['text/html', html]
    response.setHeader('content-type', type)
    response.end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}

/** Frees what nothing holds any more, so that what is left is what grew. */
const collect = (): void => {
  setFlagsFromString('--expose-gc')
  const collectNow: unknown = runInNewContext('gc')
  if (typeof collectNow === 'function') collectNow()
}

/** Script memory that is held in this process, in MB: that of the driver and of all that is ours. */
const heapMegabytes = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

/** What runs could leave behind: folders of profiles, and this process's open files. */
const leftovers = (): number =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`sonde-browser-${process.pid}-`)).length +
  (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)

/** Measures browser tests: memory of several at once, growth over many, and a warm run beside a fresh Chromium's. */
export const browserBench = async ({ minutes, runs: wanted, say }: BenchOptions): Promise<Row[]> => {
  const chromium = await findChromium(process.env.SONDE_CHROMIUM ?? null)
  if ('absent' in chromium) throw new Error(chromium.absent)
  const site = await servePage()
  const steadyMs = () => performance.now()
  const proxy = await CheckingProxy.open({ resolve: systemResolve, allowed: parseAllowed('127.0.0.1'), steadyMs })
  let pids: readonly number[] = []
  const open = () =>
    new SharedBrowser({
      path: chromium.path,
      account: browserAccount(),
      proxyPort: proxy.port,
      concurrency: AT_ONCE,
      log: say,
      changed: (now) => {
        pids = now
      },
    })
  const task: PageTask = {
    project: null,
    url: site.url,
    settings: {
      browser_types: ['chromium'],
      viewport: { width: 1366, height: 768 },
      user_agent: null,
      wait_until: 'load',
      timeout_ms: 60_000,
      verify_tls: true,
      assertions: [{ kind: 'text_present', value: 'entry 999', outcome: 'fail' }],
      steps: [],
    },
    secretSteps: [],
    secretAssertions: [],
    ownSecrets: [],
    secrets: [],
    secretOrigins: null,
  }
  const run = async (browser: SharedBrowser): Promise<void> => {
    const ran = await runTask({ browser, proxy, log: say }, task, [])
    if ('trouble' in ran || ran.failure) throw new Error(`a run failed: ${JSON.stringify(ran)}`)
  }
  const memory = () => pids.flatMap(processesOfGroup).reduce((sum, pid) => sum + megabytesOf(Number(pid)), 0)

  const fresh: number[] = []
  for (let count = 0; count < TIMED / 4; count++) {
    const browser = open()
    fresh.push(await timed(() => run(browser)))
    await browser.close()
  }
  const browser = open()
  await run(browser)
  const warm: number[] = []
  for (let count = 0; count < TIMED; count++) warm.push(await timed(() => run(browser)))

  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, memory())
  }, 50)
  for (let count = 0; count < 5; count++) await Promise.all(Array.from({ length: AT_ONCE }, () => run(browser)))
  clearInterval(look)

  const endMs = wanted === null ? steadyMs() + minutes * 60_000 : Number.POSITIVE_INFINITY
  let runs = 0
  const more = async (most: number) => {
    const one = async () => {
      while (runs < most && steadyMs() < endMs) {
        runs++
        await run(browser)
        if (runs % 100 === 0) say(`  ${runs} runs, ${Math.round(memory())} MB of Chromium`)
      }
    }
    await Promise.all([one(), one()])
  }
  await more(WARM_RUNS)
  const early = { chromium: memory(), heap: heapMegabytes(), left: leftovers() }
  await more(wanted ?? RUNS)
  const late = { chromium: memory(), heap: heapMegabytes(), left: leftovers() }
  await browser.close()
  await proxy.close()
  site.close()
  return [
    {
      figure: 'browser test: a warm run of a page with 43 files, median',
      value: median(warm),
      unit: 'ms',
      reference: { name: 'with a fresh Chromium', value: median(fresh) },
    },
    {
      figure: `browser tests: memory of each of ${AT_ONCE} at once, peak`,
      value: peak / AT_ONCE,
      unit: 'MB (PSS)',
      target: '< 400',
    },
    {
      figure: `browser tests: memory of Chromium after ${runs} runs beside ${WARM_RUNS}`,
      value: late.chromium - early.chromium,
      unit: 'MB more',
      target: '< 100',
    },
    {
      figure: `browser tests: script memory of the agent after ${runs} runs beside ${WARM_RUNS}`,
      value: late.heap - early.heap,
      unit: 'MB more',
      target: '< 5',
    },
    {
      figure: `browser tests: open files and profiles after ${runs} runs beside ${WARM_RUNS}`,
      value: late.left - early.left,
      unit: 'more',
      target: '< 5',
    },
  ]
}

import type { RequestListener, ServerResponse } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll } from 'vitest'
import { browserAccount } from '../../../src/agent/browser/account.ts'
import { CheckingProxy } from '../../../src/agent/browser/checking-proxy.ts'
import { findChromium } from '../../../src/agent/browser/find-chromium.ts'
import type { PageTask, Picture } from '../../../src/agent/browser/page-task.ts'
import { type BrowserJob, runBrowserTest } from '../../../src/agent/browser/run-browser-test.ts'
import { runTask } from '../../../src/agent/browser/run-task.ts'
import { SharedBrowser } from '../../../src/agent/browser/shared-browser.ts'
import { type Resolve, systemResolve } from '../../../src/agent/runner/address.ts'
import type { Report } from '../../../src/agent/runner/report.ts'
import type { Detail } from '../../../src/agent/runner/trace.ts'
import { type AllowRule, parseAllowed } from '../../../src/domain/core/addresses.ts'
import type { BrowserSettings } from '../../../src/domain/monitors/browser-assertions.ts'
import { httpServer, jobFor } from '../world.ts'

/** What a person sees of a browser test. */
export type Seen = {
  report: Report
  detail: Detail
  browser: NonNullable<Detail['browser']>
  pictures: readonly Picture[]
}

/** `stepWaitMs`: how long steps wait for what does not come, where that is what a test is about. */
type Asked = Partial<BrowserSettings> & { job?: Parameters<typeof jobFor>[1]; stepWaitMs?: number }

export const chromiumPath = async (): Promise<string> => {
  const found = await findChromium(process.env.SONDE_BROWSER ?? null)
  if ('absent' in found) throw new Error(found.absent)
  return found.path
}

const settings: BrowserSettings = {
  browser_types: ['chromium'],
  viewport: { width: 800, height: 600 },
  user_agent: null,
  wait_until: 'load',
  timeout_ms: 60_000,
  verify_tls: true,
  assertions: [],
  steps: [],
}

export const browserJob = (url: string, { job, ...asked }: Asked = {}): BrowserJob => ({
  ...jobFor(url, job),
  browser: { ...settings, ...asked },
})

/** A page as the browser's thread is asked to load it. */
export const taskFor = (url: string): PageTask => ({
  ...{
    project: null,
    url,
    settings,
    secretSteps: [],
    secretAssertions: [],
    secrets: [],
    ownSecrets: [],
    secretOrigins: null,
  },
})

const detailOf = (report: Report): Detail =>
  JSON.parse(inflateRawSync(Buffer.from(report.detail, 'base64')).toString()) as Detail

/** A browser for the tests of a file. `reach` lets it reach a port of this machine, as an operator would. */
export const browserBench = (resolve: Resolve = systemResolve) => {
  const allowed: AllowRule[] = []
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  let proxy: CheckingProxy
  let browser: SharedBrowser
  let pids: readonly number[] = []
  beforeAll(async () => {
    proxy = await CheckingProxy.open({ resolve, allowed, steadyMs: () => performance.now() })
    browser = new SharedBrowser({
      path: await chromiumPath(),
      account: browserAccount(),
      proxyPort: proxy.port,
      concurrency: 3,
      log,
      changed: (now) => {
        pids = now
      },
    })
  })
  afterAll(async () => {
    await browser.close()
    await proxy.close()
  })
  const reach = (port: number) => void allowed.push(...parseAllowed(`127.0.0.1:${port}`))
  return {
    logged,
    reach,
    pids: () => pids,
    proxyPort: () => proxy.port,
    /** A server of the test that the browser may reach; returns its address without a path. */
    site: async (handle: RequestListener): Promise<string> => {
      const port = await httpServer(handle)
      reach(port)
      return `http://127.0.0.1:${port}`
    },
    see: async (url: string, { stepWaitMs, ...asked }: Asked = {}): Promise<Seen> => {
      let pictures: readonly Picture[] = []
      const report = await runBrowserTest(browserJob(url, asked), {
        browser: {
          run: (task, shown) => runTask({ browser, proxy, log, ...(stepWaitMs && { stepWaitMs }) }, task, shown),
        },
        userAgent: 'Sonde/test',
        keepPictures: (_, taken) => {
          pictures = taken
          return true
        },
      })
      const detail = detailOf(report)
      const none: Seen['browser'] = {
        ...{ browser: '', viewport: settings.viewport, title: null, url: '', resources: [], resources_left: 0 },
        ...{ vitals: { lcp: null, cls: null, fcp: null, ttfb: null, tbt: null }, console: [], steps: [], pictures: [] },
      }
      return { report, detail, browser: detail.browser ?? none, pictures }
    },
  }
}

/** Answers with a page. */
export const page = (response: ServerResponse, html: string): void => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html>${html}`)
}

import type { Page, Response } from 'playwright-core'
import type { Step } from '../../domain/monitors/browser-steps.ts'
import { type CallFailure, responseFailure } from '../runner/call-failure.ts'
import { findAsserted } from './assertions.ts'
import type { CheckingProxy } from './checking-proxy.ts'
import { type MainDocument, placeIn, readMainDocument } from './main-document.ts'
import { navigationFailure, OVERLOADED } from './navigation-failure.ts'
import { openPage } from './open-page.ts'
import { type BrowserDetail, noTiming, type PageRun, type PageTask } from './page-task.ts'
import { MAX_TEXT, PageFault, PageWatch } from './page-watch.ts'
import { Pictures } from './pictures.ts'
import { readResources } from './resources.ts'
import type { RunNetwork } from './run-network.ts'
import { runSteps } from './run-steps.ts'
import type { Lease } from './shared-browser.ts'
import { readVitals } from './vitals.ts'
import { within } from './within.ts'

/** Quality of the picture at the end, in percent. */
const LAST_QUALITY = 80
const CLOSE_TIMEOUT_MS = 10_000
/** Time for a page to show that its scripts let it answer. */
const ANSWER_MS = 3_000
const BETWEEN_ASKS_MS = 50
const NO_SANDBOX = 'Chromium ran without its sandbox, because the system of the agent permits it none'
const NO_VITALS: BrowserDetail['vitals'] = { lcp: null, cls: null, fcp: null, ttfb: null, tbt: null }

const agentFailure = (sentence: string): CallFailure => ({ type: 'agent', sentence, debug: '', silent: false })

/** Whether the scripts of a page let it answer. One that goes on to another address loses the question, so it is asked again. */
const doesAnswer = async (page: Page): Promise<boolean> => {
  const untilMs = performance.now() + ANSWER_MS
  for (;;) {
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0 || page.isClosed()) return false
    const answer = await within(page.evaluate('true'), leftMs, false).catch(() => null)
    if (answer !== null) return answer === true
    await page.waitForTimeout(BETWEEN_ASKS_MS).catch(() => {})
  }
}

type Loaded = { response: Response | null; failure: CallFailure | null; ms: number }

/** Loads the first page. */
const load = async (page: Page, watch: PageWatch, task: PageTask, network: RunNetwork): Promise<Loaded> => {
  const { wait_until: waitUntil, timeout_ms: timeout } = task.settings
  const startedMs = performance.now()
  // Kept apart, because a page that never finishes loading has a response all the same.
  let response: Response | null = null
  page.on('response', (got) => {
    if (got.request().isNavigationRequest() && got.frame() === page.mainFrame() && got.status() < 300) response = got
  })
  const loaded = async (): Promise<Response | null> => {
    // The network is also idle before the page has asked for anything, so it has to load first.
    const first = waitUntil === 'networkidle' ? 'load' : waitUntil
    const got = await page.goto(task.url, { waitUntil: first, timeout })
    const leftMs = Math.max(1, startedMs + timeout - performance.now())
    if (waitUntil === 'networkidle') await page.waitForLoadState('networkidle', { timeout: leftMs })
    return got
  }
  try {
    const got = await Promise.race([loaded(), watch.trouble])
    return { response: got, failure: null, ms: performance.now() - startedMs }
  } catch (error) {
    const ms = performance.now() - startedMs
    if (error instanceof PageFault)
      return { response, failure: error.isAgents ? agentFailure(error.message) : responseFailure(error.message), ms }
    const unfinished = watch.requests.filter(
      (request) => request.timing().responseEnd < 0 && request.failure() === null,
    )
    const about = { timeoutMs: timeout, waitingFor: waitUntil, unfinished: unfinished.length }
    return { response, failure: navigationFailure(error, watch.lastDocument || task.url, network, about), ms }
  }
}

const inPage = async (
  { browser, isSandboxed, retire }: Lease,
  task: PageTask,
  shown: readonly Step[],
  proxyPort: number,
  { network, stepWaitMs }: { network: RunNetwork; stepWaitMs: number },
): Promise<Omit<PageRun, 'waitedMs'>> => {
  const { settings } = task
  const { context, page } = await openPage(browser, settings, { port: proxyPort, password: network.password })
  try {
    const startedMs = performance.now()
    const epochMs = Date.now()
    const leftMs = () => startedMs + settings.timeout_ms - performance.now()
    const watch = new PageWatch(context, page, epochMs)
    const pictures = new Pictures(task.secrets)
    const { response, failure, ms } = await load(page, watch, task, network)
    const main: MainDocument = response
      ? await readMainDocument(response, network, ms)
      : { timing: noTiming(ms), sent: [], response: null, redirects: [], tls: null, protocol: null }
    // A page that is busy for good gives no more than it gave so far.
    const vitals = response !== null && (await doesAnswer(page)) ? await readVitals(page) : null
    const isOk = failure === null
    let trouble: CallFailure | null = failure
    let steps: BrowserDetail['steps'] = []
    let found: PageRun['found'] = []
    if (isOk)
      try {
        steps = await runSteps(shown, { task, watch, pictures, network, leftMs, stepWaitMs }, startedMs)
        if (!steps.some(({ status }) => status === 'failed'))
          found = await Promise.race([findAsserted(watch.page, task, leftMs()), watch.trouble])
      } catch (error) {
        if (!(error instanceof PageFault)) throw error
        trouble = error.isAgents ? agentFailure(error.message) : responseFailure(error.message)
      }
    if (network.isOverloaded) trouble ??= responseFailure(OVERLOADED)
    const last = vitals && watch.isOpen ? watch.page : null
    if (last && steps.length === 0) await pictures.take(last, 0, LAST_QUALITY)
    const { resources, left, failed } = await readResources(watch.requests, watch.requestCount, task.url, epochMs)
    const title = last ? await within(last.title(), 1_000, null).catch(() => null) : null
    const reached = network.reached(placeIn(main.response?.url ?? watch.lastDocument))
    const failedStep = steps.find(({ status }) => status === 'failed')
    const journeyMs = steps.reduce((sum, { duration }) => sum + duration, 0)
    const { timing } = main
    return {
      timing: { ...timing, download: timing.download + journeyMs, total: timing.total + journeyMs },
      failure: trouble,
      sent: main.sent,
      response: main.response,
      facts: {
        lookups: network.lookups,
        redirects: main.redirects,
        destIp: reached?.ip ?? null,
        sourceIp: reached?.sourceIp ?? null,
        tls: main.tls,
        protocol: main.protocol,
        messages: [...(isSandboxed ? [] : [NO_SANDBOX]), ...watch.notes, ...refusals(network, task.url)],
      },
      browser: {
        browser: `chromium ${browser.version()}`,
        viewport: settings.viewport,
        title: title === null ? null : title.slice(0, MAX_TEXT),
        url: (main.response ? (last ?? page).url() : watch.lastDocument || task.url).slice(0, MAX_TEXT),
        vitals: vitals ?? NO_VITALS,
        resources,
        resources_left: left,
        console: watch.console,
        steps,
        pictures: pictures.taken.map(({ number }) => number),
      },
      found,
      failedStep: failedStep
        ? { number: failedStep.number, words: failedStep.words, error: failedStep.error ?? '' }
        : null,
      failedResources: failed,
      pictures: pictures.taken,
    }
  } finally {
    network.close()
    const isClosed = await within(
      context.close().then(() => true),
      CLOSE_TIMEOUT_MS,
      false,
    ).catch(() => false)
    if (!isClosed) retire()
  }
}

/** What the page asked for and the guard refused, or nobody answered, in sentences; without the page itself. */
const refusals = (network: RunNetwork, url: string): string[] =>
  [...network.failures]
    .filter(([place]) => place !== placeIn(url))
    .map(([place, { sentence }]) => `${place}: ${sentence}`)

/** Runs a browser test in a context of its own. `shown` are its steps with their placeholders. */
export const runPage = async (
  lease: Lease,
  task: PageTask,
  shown: readonly Step[],
  { proxy, stepWaitMs }: { proxy: CheckingProxy; stepWaitMs: number },
): Promise<Omit<PageRun, 'waitedMs'>> => {
  const { network, leave } = proxy.admit()
  try {
    return await inPage(lease, task, shown, proxy.port, { network, stepWaitMs })
  } finally {
    leave()
  }
}

import { placeholdersIn } from '../../domain/core/placeholders.ts'
import type { Assertion, BrowserSettings } from '../../domain/monitors/browser-assertions.ts'
import type { CallFailure } from '../runner/call-failure.ts'
import { CapturedBody } from '../runner/captured-body.ts'
import { type Fill, fillOf, withSystemVariables } from '../runner/fill.ts'
import type { Finished } from '../runner/finished.ts'
import { type Report, reportOfFault, writeReport } from '../runner/report.ts'
import { type Job, prepareRequest, type Request } from '../runner/request.ts'
import { blamed, machineClock, type RunOptions, secureRandom } from '../runner/run-call.ts'
import { Secrecy } from '../runner/secrecy.ts'
import { takesSecret } from '../runner/secret-guard.ts'
import { isSecretName } from '../runner/secret-name.ts'
import { newTrace } from '../runner/trace.ts'
import type { BrowserThread } from './browser-thread.ts'
import { maskedBrowser } from './masked-browser.ts'
import { noTiming, type PageRun, type PageTask, type Picture } from './page-task.ts'

/** A job that is a browser test. */
export type BrowserJob = Job & { browser: BrowserSettings }

export const isBrowserJob = (job: Job): job is BrowserJob => job.browser !== undefined

export type BrowserTestOptions = Pick<RunOptions, 'userAgent' | 'clock' | 'random' | 'judges' | 'networkIsUp'> & {
  /** Null if this machine has no Chromium, which the server learns when the agent starts. */
  browser: Pick<BrowserThread, 'run'> | null
  /** Keeps the pictures of a result until the server has it; false if it cannot. */
  keepPictures: (id: string, pictures: readonly Picture[]) => boolean
}

const NO_BROWSER = 'this agent has no Chromium, so it cannot run browser tests'

const agentTrouble = (sentence: string): CallFailure => ({ type: 'agent', sentence, debug: '', silent: false })

/** Whether a text takes a secret from a variable, or is one. */
const isSecretText = (job: Job, text: string, filled: string, secrecy: Secrecy): boolean =>
  takesSecret(job, text) || secrecy.holdsSecret(filled)

/** Length from which a value that is only named like a secret is one everywhere; shorter ones may be common words. */
const MIN_NAMED_LENGTH = 8

/** The test with its placeholders filled in. */
const taskOf = (job: BrowserJob, url: URL, fill: Fill, secrecy: Secrecy): PageTask => {
  const { browser } = job
  const steps = browser.steps.map((step) => ({
    ...step,
    ...(step.url !== undefined && { url: fill(step.url) }),
    ...(step.value !== undefined && { value: fill(step.value) }),
  }))
  const given = browser.steps.map(({ url: address = '', value = '' }) => `${address}\n${value}`)
  const secretSteps = steps.flatMap(({ url: address = '', value = '' }, index) =>
    isSecretText(job, given[index] ?? '', `${address}\n${value}`, secrecy) ? [index] : [],
  )
  // A secret becomes no part of an expression.
  const isSecretSelector = ({ kind, value }: Assertion) => kind === 'selector_visible' && takesSecret(job, value)
  const assertions = browser.assertions.map((one) => (isSecretSelector(one) ? one : { ...one, value: fill(one.value) }))
  const secretAssertions = browser.assertions.flatMap((one, index) => {
    const filled = assertions[index]?.value ?? ''
    const isSecret =
      one.kind === 'selector_visible' ? isSecretSelector(one) : isSecretText(job, one.value, filled, secrecy)
    return isSecret ? [index] : []
  })
  const entered = secretSteps.flatMap((index) => steps[index]?.value ?? [])
  const used = new Set(placeholdersIn(given.join('\n')))
  const named = Object.entries(job.variables).flatMap(([name, value]) =>
    isSecretName(name) && (used.has(name) || value.length >= MIN_NAMED_LENGTH) ? [value] : [],
  )
  const ownSecrets = [...job.secrets, ...named]
  return {
    project: job.project ?? null,
    url: url.href,
    settings: { ...browser, steps, assertions },
    secretSteps,
    secretAssertions,
    secrets: [...new Set([...entered, ...ownSecrets])],
    ownSecrets,
    secretOrigins: job.secret_origins ?? null,
  }
}

const responseOf = (ran: PageRun): Finished['response'] => {
  if (!ran.response) return null
  const { url, statusCode, statusText, headers, body } = ran.response
  const captured = new CapturedBody()
  captured.write(Buffer.from(body))
  return { url: new URL(url), head: { statusCode, statusText, headers: [...headers] }, body: captured, isDecoded: true }
}

type Begun = Pick<Finished, 'job' | 'startedMs' | 'trace' | 'fill'>

/** A test that did not come as far as a page. */
const unmade = (begun: Begun, failure: CallFailure, request: Request | null): Finished => ({
  ...begun,
  timing: noTiming(0),
  request,
  sent: [],
  response: null,
  failure,
  called: request?.url ?? null,
})

const finishedOf = (begun: Begun, task: PageTask, ran: PageRun, request: Request, secrecy: Secrecy): Finished => ({
  ...begun,
  startedMs: begun.startedMs + ran.waitedMs,
  timing: ran.timing,
  trace: { ...begun.trace, ...ran.facts, messages: [...begun.trace.messages, ...ran.facts.messages] },
  request,
  sent: ran.sent,
  response: responseOf(ran),
  failure: ran.failure,
  called: request.url,
  page: {
    browser: maskedBrowser(ran.browser, secrecy),
    findings: {
      assertions: task.settings.assertions,
      found: ran.found,
      failedStep: ran.failedStep,
      failedResources: ran.failedResources,
    },
  },
})

const run = async (given: BrowserJob, options: BrowserTestOptions, startedMs: number): Promise<Report> => {
  const trace = newTrace()
  const job: Job = withSystemVariables(given, { nowMs: startedMs, random: options.random ?? secureRandom })
  const fill = fillOf(job, trace.messages)
  const begun = { job, startedMs, trace, fill }
  const request = prepareRequest(job, options.userAgent, trace.messages, fill)
  if ('sentence' in request)
    return writeReport(unmade(begun, request, null), new Secrecy(job, null), { judges: options.judges })
  const secrecy = new Secrecy(job, request)
  if (!options.browser)
    return writeReport(unmade(begun, agentTrouble(NO_BROWSER), request), secrecy, { judges: options.judges })
  const task = taskOf({ ...job, browser: given.browser }, request.url, fill, secrecy)
  const ran = await options.browser.run(task, given.browser.steps)
  if ('trouble' in ran)
    return writeReport(unmade(begun, agentTrouble(ran.trouble), request), secrecy, { judges: options.judges })
  const isKept = ran.pictures.length > 0 && options.keepPictures(job.id, ran.pictures)
  const waited = ran.waitedMs > LONG_WAIT_MS ? [`waited ${Math.round(ran.waitedMs / 1000)} s for the browser`] : []
  const messages = [...waited, ...ran.facts.messages, ...(isKept || ran.pictures.length === 0 ? [] : [PICTURES_LOST])]
  const told: PageRun = {
    ...ran,
    facts: { ...ran.facts, messages },
    browser: { ...ran.browser, pictures: isKept ? ran.browser.pictures : [] },
  }
  const finished = finishedOf(begun, task, told, request, secrecy)
  const failure = finished.failure && (await blamed(finished.failure, finished.trace, options))
  return writeReport({ ...finished, failure }, secrecy, { judges: options.judges })
}

/** A wait for other tests, or for the browser to start, that its result mentions. */
const LONG_WAIT_MS = 5_000
const PICTURES_LOST = 'the pictures were not kept: too many wait for the server to take them'

/** Runs a browser test as its job describes. Always resolves: any error is in the report, and no secret of the job is. */
export const runBrowserTest = async (job: BrowserJob, options: BrowserTestOptions): Promise<Report> => {
  const startedMs = (options.clock ?? machineClock).epochMs()
  try {
    return await run(job, options, startedMs)
  } catch (error) {
    return reportOfFault(job, startedMs, error)
  }
}

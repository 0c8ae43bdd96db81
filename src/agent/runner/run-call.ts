import { randomInt } from 'node:crypto'
import { type AllowRule, isPublicAddress } from '../../domain/core/addresses.ts'
import type { JudgePool } from '../judge/judge-pool.ts'
import { type Resolve, systemResolve } from './address.ts'
import { mayCarryAuth } from './auth/apply-auth.ts'
import { expiredToken } from './auth/expired-token.ts'
import { renewedJob, type TokenSource } from './auth/token-renewal.ts'
import { type CallFailure, keyFailure, setUpFailure } from './call-failure.ts'
import { Cookies } from './cookies.ts'
import { Deadline } from './deadline.ts'
import { type FileSource, type Files, noFiles } from './files.ts'
import { fillOf, withSystemVariables } from './fill.ts'
import { followToEnd } from './hops.ts'
import { asksChain, seenBytes } from './judgement.ts'
import type { BodyKeeper } from './long-body.ts'
import { type Report, reportOfFault, writeReport } from './report.ts'
import { type Job, prepareRequest } from './request.ts'
import { Secrecy } from './secrecy.ts'
import type { Session } from './session.ts'
import { Stopwatch } from './stopwatch.ts'
import { newTrace, type Trace } from './trace.ts'
import { machineTrust, type Trust } from './trust.ts'

export type RunOptions = {
  /** The operator's exceptions for addresses that are not public. */
  allowed: readonly AllowRule[]
  /** User-Agent header, unless the call sets its own. */
  userAgent: string
  /** Default: this machine's hosts file and name servers. */
  resolve?: Resolve
  /** Default: the certificates that this machine trusts. */
  trust?: Trust
  clock?: {
    /** Monotonic clock in milliseconds with fractions, for measuring phases. */
    steadyMs: () => number
    /** Milliseconds since 1970, for the start of the call. */
    epochMs: () => number
  }
  /** Takes bodies that are too long for their result. Default: only their beginning is kept. */
  bodies?: BodyKeeper
  /** Random number from 0 (included) to 1 (excluded), for system variables. Default: that of the system. */
  random?: () => number
  /** Checks the agent's own network when a public target is silent. Default: the network is up. */
  networkIsUp?: () => Promise<boolean>
  /** Judges runs whose conditions have expressions. Default: the pool of this process. */
  judges?: JudgePool
  /** Loads stored files that calls send. Default: none can be loaded. */
  files?: FileSource
  /** Obtains tokens anew that the called service refuses. Default: none is. */
  tokens?: TokenSource
  /** Shared with the other steps of a workflow. */
  session?: Session
}

/** Cryptographically strong, because nonces and UUIDs are made of it. */
export const secureRandom = (): number => randomInt(2 ** 47) / 2 ** 47

export const machineClock = { steadyMs: () => performance.now(), epochMs: () => Date.now() }

/** Blames the agent if a public target is silent and the agent's own network is down (never for allowed private targets). */
export const blamed = async (
  failure: CallFailure,
  trace: Pick<Trace, 'destIp'>,
  options: Pick<RunOptions, 'networkIsUp'>,
): Promise<CallFailure> => {
  if (!failure.silent || !options.networkIsUp) return failure
  if (trace.destIp !== null && !isPublicAddress(trace.destIp)) return failure
  if (await options.networkIsUp()) return failure
  return { ...failure, type: 'agent', sentence: `${failure.sentence}; the agent's own network is down too` }
}

const refusalOf = ({ refused, key_away }: Job): CallFailure | null => {
  if (refused === undefined) return null
  return key_away ? keyFailure(refused) : setUpFailure(refused)
}

const UNAUTHORIZED = 401

/** `before`: what was said of an earlier call of this run, whose token was obtained anew. */
const run = async (
  given: Job,
  options: RunOptions,
  files: Files | CallFailure,
  before: readonly string[] = [],
): Promise<Report> => {
  const deadline = new Deadline(given.call.timeout_ms)
  const startedMs = (options.clock ?? machineClock).epochMs()
  try {
    return await callOnce(given, options, { deadline, startedMs, files, before })
  } catch (error) {
    return reportOfFault(given, startedMs, error)
  } finally {
    deadline.clear()
  }
}

type Calling = {
  deadline: Deadline
  startedMs: number
  files: Files | CallFailure
  before: readonly string[]
}

const callOnce = async (
  given: Job,
  options: RunOptions,
  { deadline, startedMs, files, before }: Calling,
): Promise<Report> => {
  const trace = newTrace(asksChain(given))
  for (const message of before) trace.messages.push(message)
  const job = withSystemVariables(given, { nowMs: startedMs, random: options.random ?? secureRandom })
  const fill = fillOf(job, trace.messages)
  const trust = options.trust ?? machineTrust
  if (/^https:/i.test(job.call.url)) trust.prepare()
  const watch = new Stopwatch((options.clock ?? machineClock).steadyMs)
  const first =
    refusalOf(job) ??
    expiredToken(job, startedMs) ??
    ('sentence' in files ? files : prepareRequest(job, options.userAgent, trace.messages, fill, files))
  if ('sentence' in first) {
    const timing = watch.read()
    const failed = {
      job,
      startedMs,
      timing,
      trace,
      request: null,
      sent: [],
      response: null,
      failure: first,
      called: null,
      fill,
    }
    return writeReport(failed, new Secrecy(job, null), options)
  }
  const secrecy = new Secrecy(job, first)
  const cookies = options.session?.cookies ?? new Cookies()
  const { plain, request, sent, exchange } = await followToEnd(
    {
      job,
      call: job.call,
      resolve: options.resolve ?? systemResolve,
      allowed: options.allowed,
      trust,
      nowMs: startedMs,
      trace,
      watch,
      deadline,
      cookies,
      secrecy,
      random: options.random ?? secureRandom,
      openFile: () => options.bodies?.create() ?? null,
      mostBytes: seenBytes(job),
    },
    first,
  )
  deadline.clear()
  const isRefused = exchange.failure === null && exchange.head?.statusCode === UNAUTHORIZED && mayCarryAuth(job, plain)
  const renewed = isRefused && options.tokens ? await renewedJob(given, options.tokens, before.length > 0) : null
  if (renewed?.job) {
    void exchange.body.file?.discard()
    return run(renewed.job, options, files, [renewed.message])
  }
  if (renewed) trace.messages.push(renewed.message)
  const failure = exchange.failure && (await blamed(exchange.failure, trace, options))
  const response = exchange.head && { url: request.url, head: exchange.head, body: exchange.body }
  if (response && options.session) cookies.takeAll(response.head.headers, request.url, startedMs)
  const timing = watch.read()
  const called = first.url
  return writeReport(
    { job, startedMs, timing, trace, request, sent, response, failure, called, fill },
    secrecy,
    options,
  )
}

/**
 * Makes one call as its job describes: a new connection for each hop, every phase measured, redirects followed, the response judged.
 * Always resolves: any error, external or internal, is in the report, and no secret of the job is.
 */
export const runCall = async (job: Job, options: RunOptions): Promise<Report> => {
  // Before the call begins: loading its files counts for nothing.
  const loaded = job.files && job.files.length > 0 && options.files ? await options.files.take(job.files) : null
  const isLoaded = loaded !== null && 'files' in loaded
  try {
    return await run(job, options, isLoaded ? loaded.files : (loaded ?? noFiles))
  } finally {
    if (isLoaded) loaded.done()
  }
}

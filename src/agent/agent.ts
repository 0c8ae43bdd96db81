import { join } from 'node:path'
import { VERSION } from '../contract/core/version.ts'
import { faultSummary } from '../domain/core/fault-summary.ts'
import { openBrowser } from './browser/browser-tests.ts'
import { isBrowserJob, runBrowserTest } from './browser/run-browser-test.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { Log } from './log.ts'
import { networkProbe } from './network-probe.ts'
import { type Pause, pause } from './pause.ts'
import { programFacts } from './program-facts.ts'
import { BodyFiles } from './runner/body-file.ts'
import type { JobFile } from './runner/files.ts'
import type { Report } from './runner/report.ts'
import { type RunOptions, runCall } from './runner/run-call.ts'
import { Membership } from './server/membership.ts'
import { ServerClient } from './server/server-client.ts'
import { ServerClock } from './server/server-clock.ts'
import type { Settings } from './settings.ts'
import { BodyUploads } from './work/body-uploads.ts'
import { Delivery } from './work/delivery.ts'
import { FileStore } from './work/file-store.ts'
import { handBackBody, leaseWork, WORK } from './work/lease-loop.ts'
import { spoolKeyOf } from './work/line-cipher.ts'
import { PictureUploads } from './work/picture-uploads.ts'
import { Roster } from './work/roster.ts'
import { Spool } from './work/spool.ts'
import { tokenRenewals } from './work/token-renewals.ts'
import { type RunStep, runWorkflow } from './workflows/run-workflow.ts'
import { type AgentJob, isWorkflow } from './workflows/workflow-job.ts'

export type Effects = {
  log: Log
  epochMs: () => number
  steadyMs: () => number
  /** Random number from 0 to 1. */
  chance: () => number
  pause: Pause
  /** Milliseconds that running calls and undelivered results get when the agent stops. */
  stopMs: number
}

export const machineEffects = (log: Log): Omit<Effects, 'stopMs'> => ({
  log,
  epochMs: () => Date.now(),
  steadyMs: () => performance.now(),
  chance: () => Math.random(),
  pause,
})

export type RunningAgent = {
  /** Resolves after `stop`. Rejects if the agent cannot continue: the server refuses it, or the disk is gone. */
  ended: Promise<void>
  /** Takes no more jobs, lets running calls finish and delivers their results, within `stopMs`. */
  stop: () => void
}

const runOptions = (settings: Settings, effects: Effects, clock: ServerClock): RunOptions => ({
  allowed: settings.allowed,
  userAgent: `Sonde/${VERSION}`,
  clock: { steadyMs: effects.steadyMs, epochMs: () => clock.nowMs() },
  ...(settings.probe && { networkIsUp: networkProbe(settings.probe, effects.steadyMs) }),
})

const HAND_BACK_TIMEOUT_MS = 2_000
/** Time for loading a file of a run. */
const FILE_TIMEOUT_MS = 60_000
const pathOf = ({ id, sha256 }: JobFile): string =>
  `/remote-api/1/agent/files/${encodeURIComponent(id)}?sha256=${sha256}`

/** Starts an agent: it joins, delivers results left by an earlier process, then works until it is stopped. */
export const startAgent = (settings: Settings, effects: Effects): RunningAgent => {
  const leasing = new AbortController()
  const everything = new AbortController()

  const work = async (): Promise<void> => {
    const { log, chance } = effects
    const client = new ServerClient(settings.serverUrl)
    const clock = new ServerClock(effects.epochMs, effects.steadyMs)
    const { serverUrl, joinToken, name, place, directory, concurrency, supervised } = settings
    const browser = await openBrowser(settings, log)
    const program = programFacts(concurrency, capabilitiesOf({ browser }))
    const identity = { serverUrl, joinToken, name, place, directory, program, supervised }
    const signal = everything.signal
    const membership = new Membership({ client, ...identity, log, pause: effects.pause, chance, signal })
    await membership.recall()
    const spoolKey = () => (membership.key === null ? null : spoolKeyOf(membership.key))
    const earlierKeys = membership.earlierKeys.map(spoolKeyOf)
    const { spool, left } = await Spool.open(join(directory, 'spool'), log, spoolKey, earlierKeys)
    let failure: unknown = null
    const failed = (error: unknown) => {
      failure ??= error
      everything.abort()
      leasing.abort()
    }
    const files = await BodyFiles.open(join(directory, 'bodies'))
    const posting = { membership, log, pause: effects.pause, chance, signal, logged: new Set<string>() }
    const uploads = new BodyUploads({ ...posting, files })
    const pictures = await PictureUploads.open(join(directory, 'pictures'), posting)
    /** Results of steps, by the result of their workflow, until it is settled. */
    const stepsOf = new Map<string, readonly string[]>()
    const settled = (id: string, isAccepted: boolean) => {
      for (const step of stepsOf.get(id) ?? [id]) {
        uploads.settled(step, isAccepted)
        pictures.settled(step, isAccepted)
      }
      stepsOf.delete(id)
    }
    const delivery = new Delivery({ membership, spool, log, pause: effects.pause, chance, signal, settled, failed })
    if (left.length > 0)
      log(
        left.length === 1
          ? '1 result of an earlier run is delivered first'
          : `${left.length} results of an earlier run are delivered first`,
      )
    delivery.add(left)

    const stored = await FileStore.open(
      join(directory, 'files'),
      (file, to) => membership.download(pathOf(file), to, FILE_TIMEOUT_MS),
      log,
    )
    const tokens = tokenRenewals({ membership, signal })
    const options = { ...runOptions(settings, effects, clock), bodies: uploads, files: stored, tokens }
    const browsing = { ...options, browser, keepPictures: pictures.keep }
    const runOne: RunStep = (job, given) =>
      isBrowserJob(job) ? runBrowserTest(job, { ...browsing, ...given }) : runCall(job, given)
    const outcome = (job: AgentJob): Promise<Report> =>
      isWorkflow(job) ? runWorkflow(job, options, runOne) : runOne(job, options)
    const run = async (job: AgentJob): Promise<void> => {
      try {
        const report = await outcome(job)
        if (report.steps)
          stepsOf.set(
            report.id,
            report.steps.map(({ id }) => id),
          )
        delivery.add([await spool.append(report.id, JSON.stringify(report))])
      } catch (error) {
        // Without a result the job's lease expires; the agent and its other calls continue.
        log(`the result of ${job.id} is lost: ${faultSummary(error)}`)
      }
    }
    const roster = new Roster({ concurrency, nowMs: () => clock.nowMs(), steadyMs: effects.steadyMs, run })
    const undelivered = () => delivery.undeliveredIds
    const lease = {
      membership,
      roster,
      program,
      clock,
      browser,
      bodies: files,
      deleteFiles: () => stored.clear(),
      undelivered,
      steadyMs: effects.steadyMs,
      log,
      pause: effects.pause,
      chance,
      signal: leasing.signal,
    }
    await leaseWork(lease).catch(failed)

    // What others can make, they get at once; what runs here is finished, or given back when the time is over.
    const keepOnly = async (held: readonly string[]) => {
      if (failure !== null || membership.key === null) return
      await membership.post(WORK, handBackBody(held), HAND_BACK_TIMEOUT_MS).catch(() => {})
    }
    const finished = async () => {
      roster.dropWaiting()
      await Promise.all([keepOnly([...roster.held, ...delivery.undeliveredIds]), roster.finish()])
      await delivery.flush()
      await uploads.flush()
      await pictures.flush()
    }
    const tooLong = setTimeout(
      () => void keepOnly(delivery.undeliveredIds).finally(() => everything.abort()),
      effects.stopMs,
    )
    await Promise.race([finished(), aborted(signal)])
    clearTimeout(tooLong)
    everything.abort()
    await browser?.close()
    await spool.close()
    await files.close()
    await pictures.close()
    client.close()
    if (failure !== null) throw failure
  }
  return { ended: work(), stop: () => leasing.abort() }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

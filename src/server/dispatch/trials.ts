import type { Location } from '../store/agents/locations.ts'
import type { Database, Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import { triggers } from '../store/identity/codes.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { needsOf } from '../store/runs/needs.ts'
import { jobState, settleTrial, TRIAL_SOURCE, type TrialDoc, trials } from '../store/runs/trials.ts'

/** A trial that no agent took within this time is given up: somebody sits and waits for it. */
const WAITS_MS = 60_000
/** Another server may have heard of it: look again at least this often. */
const LOOK_AGAIN_MS = 400
/** A reader is answered after this time, whatever there is. */
const READER_WAITS_MS = 20_000

type Report = NonNullable<TrialDoc['report']>
type Run = Parameters<typeof settleTrial>[1]
export type TrialState = Awaited<ReturnType<typeof jobState>> | 'done'
export type TrialNews = { readonly trial: Stored<TrialDoc>; readonly state: TrialState }

export type Trials = {
  /** Queues the one run of a monitor that is stored for it alone. */
  start(
    db: Db,
    made: { projectKey: number; name: string; doc: MonitorDoc; location: Location; owner: string; now: number },
  ): Promise<Stored<TrialDoc>>
  /** Keeps what an agent reports of a trial; false where it is forgotten already. */
  settle(run: Run, report: Report): Promise<boolean>
  /** The state of a trial as soon as it is another than `known`, or after 20 s; null where there is no such trial. */
  news(asked: {
    projectKey: number
    id: string
    known: TrialState | undefined
    signal: AbortSignal
  }): Promise<TrialNews | null>
}

/** Whether a run is that of a trial: told without asking the store, since every report is looked at. */
export const isTrial = (run: Pick<Run, 'source'>): boolean => run.source === TRIAL_SOURCE

/** Runs of monitors that are not stored. */
export const openTrials = (database: Database, clock: () => number): Trials => {
  const waiting = new Map<number, Set<() => void>>()

  const untilSettled = (key: number, ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const waiters = waiting.get(key) ?? new Set()
      waiting.set(key, waiters)
      const done = () => {
        clearTimeout(timer)
        waiters.delete(done)
        if (waiters.size === 0) waiting.delete(key)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      waiters.add(done)
      signal.addEventListener('abort', done)
    })

  const look = async (projectKey: number, id: string): Promise<TrialNews | null> => {
    const trial = await trials.read(database.db, projectKey, id)
    if (!trial) return null
    if (trial.doc.report) return { trial, state: 'done' }
    const state = await jobState(database.db, trial.key, clock())
    if (state !== 'lost') return { trial, state }
    // Its job closes in the moment in which its report is kept.
    const again = await trials.read(database.db, projectKey, id)
    return again ? { trial: again, state: again.doc.report ? 'done' : 'lost' } : null
  }

  return {
    async start(db, { location, now, ...made }) {
      const run = { due: now, location_key: location.key, location_id: location.id }
      const stored = await trials.create(db, { ...made, now, doc: { ...made.doc, run, report: null } })
      await db
        .insertInto('job')
        .values({
          target_key: stored.key,
          due: now,
          location_key: location.key,
          source: TRIAL_SOURCE,
          attempt: 0,
          // Shares the slots of its project; lists and counts of queued runs leave its source out.
          project_key: made.projectKey,
          trigger: triggers.code('manual'),
          expires: now + WAITS_MS,
          context: null,
          needs: needsOf(made.doc),
          lease_until: null,
          agent_id: null,
        })
        .execute()
      return stored
    },

    async settle(run, report) {
      const isKnown = await settleTrial(database.db, run, report)
      for (const done of [...(waiting.get(run.target_key) ?? [])]) done()
      return isKnown
    },

    async news({ projectKey, id, known, signal }) {
      const until = clock() + READER_WAITS_MS
      for (;;) {
        const news = await look(projectKey, id)
        const left = until - clock()
        if (!news || news.state !== known || left <= 0 || signal.aborted) return news
        await untilSettled(news.trial.key, Math.min(left, LOOK_AGAIN_MS), signal)
      }
    },
  }
}

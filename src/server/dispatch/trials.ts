import type { Capability } from '../../domain/agents/capabilities.ts'
import type { Location } from '../store/agents/locations.ts'
import type { Database, Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import { triggers } from '../store/identity/codes.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { needsOf } from '../store/monitors/needs.ts'
import {
  jobState,
  settleTrial,
  TRIAL_SOURCE,
  type TrialDoc,
  trials,
  type WorkflowTrialDoc,
  workflowTrials,
} from '../store/runs/trials.ts'
import type { WorkflowDoc } from '../store/workflows/workflows.ts'

/** A trial that no agent took within this time is given up: somebody sits and waits for it. */
const WAITS_MS = 60_000
/** Another server may have heard of it: look again at least this often. */
const LOOK_AGAIN_MS = 400
/** A reader is answered after this time, whatever there is. */
const READER_WAITS_MS = 20_000

type Report = NonNullable<TrialDoc['report']>
type Run = Parameters<typeof settleTrial>[1]
export type TrialState = Awaited<ReturnType<typeof jobState>> | 'done'
export type TrialNews = { readonly trial: Stored<TrialDoc | WorkflowTrialDoc>; readonly state: TrialState }

type Started<Doc> = {
  projectKey: number
  name: string
  doc: Doc
  location: Location
  owner: string
  now: number
  /** The run's own variables, as a job's row keeps them. */
  context?: string | null
  /** The capability that an agent needs; null: none. */
  needs: Capability | null
}

export type Trials = {
  /** Queues the one run of a monitor that is stored for it alone. */
  start(db: Db, made: Omit<Started<MonitorDoc>, 'needs'>): Promise<Stored<TrialDoc>>
  /** Queues the one run of a workflow that is stored for it alone. */
  startWorkflow(db: Db, made: Started<WorkflowDoc>): Promise<Stored<WorkflowTrialDoc>>
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

  const read = async (projectKey: number, id: string): Promise<TrialNews['trial'] | undefined> =>
    (await trials.read(database.db, projectKey, id)) ?? (await workflowTrials.read(database.db, projectKey, id))

  const lookNow = async (projectKey: number, id: string): Promise<TrialNews | null> => {
    const trial = await read(projectKey, id)
    if (!trial) return null
    if (trial.doc.report) return { trial, state: 'done' }
    const state = await jobState(database.db, trial.key, clock())
    if (state !== 'lost') return { trial, state }
    // Its job closes in the moment in which its report is kept.
    const again = await read(projectKey, id)
    return again ? { trial: again, state: again.doc.report ? 'done' : 'lost' } : null
  }

  const looks = new Map<string, Promise<TrialNews | null>>()
  /** However many wait for a trial, the store is asked for it once at a time. */
  const look = (projectKey: number, id: string): Promise<TrialNews | null> => {
    const name = `${projectKey} ${id}`
    const asked = looks.get(name) ?? lookNow(projectKey, id).finally(() => looks.delete(name))
    looks.set(name, asked)
    return asked
  }

  return {
    async start(db, made) {
      const stored = await trials.create(db, { ...made, doc: triedOf(made) })
      await queue(db, stored, { ...made, needs: needsOf(made.doc) })
      return stored
    },

    async startWorkflow(db, made) {
      const stored = await workflowTrials.create(db, { ...made, doc: triedOf(made) })
      await queue(db, stored, made)
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

const triedOf = <Doc extends object>({ doc, location, now }: Omit<Started<Doc>, 'needs'>) => ({
  ...doc,
  run: { due: now, location_key: location.key, location_id: location.id },
  report: null,
})

const queue = async (db: Db, { key }: { key: number }, made: Started<object>): Promise<void> => {
  const { now, location, projectKey, context = null, needs } = made
  await db
    .insertInto('job')
    .values({
      target_key: key,
      due: now,
      location_key: location.key,
      source: TRIAL_SOURCE,
      attempt: 0,
      // Shares the slots of its project; lists and counts of queued runs leave its source out.
      project_key: projectKey,
      trigger: triggers.code('manual'),
      expires: now + WAITS_MS,
      context,
      needs,
      lease_until: null,
      agent_id: null,
    })
    .execute()
}

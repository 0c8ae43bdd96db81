import { type ActorRefFrom, assign, setup } from 'xstate'
import { connectionMachine } from './connection.ts'
import { type ConsoleEvent, consoleMachine } from './console.ts'
import { type SignInInput, signInMachine } from './identity/sign-in.ts'
import { type LiveMachineEvent, type LiveNews, liveMachine } from './live.ts'
import { navigationMachine } from './navigation.ts'
import { type PreferencesEvent, preferencesMachine } from './preferences.ts'
import { demandOf } from './projects/demand.ts'
import { projectSwitchMachine } from './projects/project-switch.ts'
import type { ProjectSwitchEvent, Remembered } from './projects/project-switch-context.ts'
import { cacheMachine } from './resource/cache.ts'
import type { CacheEvent } from './resource/cache-events.ts'
import type { Failure } from './resource/failure.ts'
import { type RunEvent, type RunNews, type RunVariables, runMachine } from './runs/run.ts'
import { isBatchOver, messageOfBatch, newBatch, type RunBatch, withAccepted, withEnded } from './runs/run-batch.ts'
import { searchMachine } from './search.ts'
import { type ToastsEvent, toastsMachine } from './toasts.ts'
import { typed } from './typed.ts'
import { type UndoEvent, undoMachine } from './undo.ts'

/**
 * `isSomebodyHere` is null until it is known. `runs` are the followed runs on demand, by their id; `batches` are the actions that started
 * them. `latest` is the last failure of any call.
 */
export type AppContext = AppInput & {
  readonly isSomebodyHere: boolean | null
  /** The account of the person who is here, as the identity provider names it. */
  readonly person: string | null
  readonly projectId: string | null
  readonly runs: Readonly<Record<string, ActorRefFrom<typeof runMachine>>>
  readonly batches: Readonly<Record<string, RunBatch>>
  readonly batchOf: Readonly<Record<string, string>>
  readonly latest: Failure | null
}

/** `preferences` are the stored ones; `remembered` are the projects of this browser and tab. */
export type AppInput = {
  readonly href: string
  readonly signIn: SignInInput
  readonly preferences: unknown
  readonly remembered: Remembered
  /** The version of the page. */
  readonly version: string
  /** The clock, in Unix ms. */
  readonly now: () => number
}

/**
 * `id` identifies the run among all followed runs. A repeated request with the same id is the same run. `batch` is the action that starts
 * several runs: they share one message. `name` is the monitor's.
 */
export type RunRequest = {
  readonly type: 'RUN'
  readonly id: string
  readonly callId: string
  readonly locationId?: string | null
  readonly delaySeconds?: number
  readonly context?: RunVariables
  readonly secretVariables?: readonly string[]
  readonly name?: string
  readonly batch?: { readonly id: string; readonly of: number }
}

export type AppEvent =
  | RunRequest
  | { readonly type: 'CANCEL_RUN'; readonly id: string }
  | RunNews
  | LiveNews
  | { readonly type: 'FAILED'; readonly failure: Failure }

/** The batch that a run belongs to, and its id. */
const batchOfRun = ({ batches, batchOf }: AppContext, event: AppEvent): [string, RunBatch | undefined] => {
  const id = event.type === 'RUN' || event.type === 'RUN_ACCEPTED' || event.type === 'RUN_ENDED' ? event.id : ''
  const batchId = batchOf[id] ?? ''
  return [batchId, batches[batchId]]
}

const toolkit = setup({
  types: typed<{ context: AppContext; events: AppEvent; input: AppInput }>(),
  actors: {
    navigation: navigationMachine,
    signIn: signInMachine,
    project: projectSwitchMachine,
    cache: cacheMachine,
    connection: connectionMachine,
    console: consoleMachine,
    search: searchMachine,
    live: liveMachine,
    toasts: toastsMachine,
    undo: undoMachine,
    preferences: preferencesMachine,
    run: runMachine,
  },
  guards: {
    hasComeIn: ({ context }, { session }: { session: string }) =>
      session === 'signedIn' && context.isSomebodyHere !== true,
    /** After a session expired, another person may have signed in, for example in another tab. */
    isAnotherPerson: ({ context }, { person }: { person: string | null }) =>
      context.isSomebodyHere === true && person !== null && person !== context.person,
    hasGone: ({ context }, { session }: { session: string }) =>
      (session === 'signedOut' || session === 'insecure') && context.isSomebodyHere !== false,
    isAnotherProject: ({ context }, { projectId }: { projectId: string | null }) =>
      projectId !== null && projectId !== context.projectId,
    isNoProject: ({ context }, { projectId }: { projectId: string | null }) =>
      projectId === null && context.projectId !== null,
  },
  actions: {
    keepProject: assign((_, { projectId }: { projectId: string | null }) => ({ projectId })),
    clearProject: assign({ projectId: null }),
    keepFailure: assign(({ event }) => (event.type === 'FAILED' ? { latest: event.failure } : {})),
    startRun: assign(({ context, event, spawn }) => {
      if (event.type !== 'RUN' || context.runs[event.id]) return {}
      const { type: _, id, batch: { id: batchId, of } = { id, of: 1 }, name = null, ...request } = event
      return {
        runs: { ...context.runs, [id]: spawn('run', { id, input: { ...request, key: id } }) },
        batches: { ...context.batches, [batchId]: context.batches[batchId] ?? newBatch(of, name) },
        batchOf: { ...context.batchOf, [id]: batchId },
      }
    }),
    noteAccepted: assign(({ context, event }) => {
      const [id, batch] = batchOfRun(context, event)
      return batch && event.type === 'RUN_ACCEPTED'
        ? { batches: { ...context.batches, [id]: withAccepted(batch) } }
        : {}
    }),
    noteEnded: assign(({ context, event }) => {
      const [id, batch] = batchOfRun(context, event)
      return batch && event.type === 'RUN_ENDED'
        ? { batches: { ...context.batches, [id]: withEnded(batch, event.id, event) } }
        : {}
    }),
    dropRun: assign(({ context, event }) => {
      if (event.type !== 'RUN_ENDED') return {}
      const { [event.id]: _, ...runs } = context.runs
      const { [event.id]: batchId = '', ...batchOf } = context.batchOf
      const { [batchId]: batch, ...batches } = context.batches
      return { runs, batchOf, batches: batch && !isBatchOver(batch) ? context.batches : batches }
    }),
    noteSomebody: assign((_, { person }: { person: string | null }) => ({ isSomebodyHere: true, person })),
    noteNobody: assign({ isSomebodyHere: false, person: null }),
    forgetWork: assign({ runs: {}, batches: {}, batchOf: {}, latest: null }),
  },
})

const followProject = toolkit.enqueueActions(({ context, system, enqueue }) => {
  const { projectId } = context
  const live = system.get('live')
  const turn: LiveMachineEvent = projectId === null ? { type: 'STOP' } : { type: 'START', projectId }
  if (live) enqueue.sendTo(live, turn)
})

const clearCaches = toolkit.enqueueActions(({ system, enqueue }) => {
  const cache = system.get('cache')
  const clear: CacheEvent = { type: 'CLEAR' }
  if (cache) enqueue.sendTo(cache, clear)
})

/** Nothing that was said or typed is for the next person, and preferences are no longer stored with the account. */
const partFromPerson = toolkit.enqueueActions(({ system, enqueue }) => {
  const toasts = system.get('toasts')
  const clear: ToastsEvent = { type: 'CLEAR' }
  if (toasts) enqueue.sendTo(toasts, clear)
  const undo = system.get('undo')
  const forget: UndoEvent = { type: 'CLEAR' }
  if (undo) enqueue.sendTo(undo, forget)
  const line = system.get('console')
  const close: ConsoleEvent = { type: 'CLOSE' }
  if (line) enqueue.sendTo(line, close)
  const preferences = system.get('preferences')
  const unfollow: PreferencesEvent = { type: 'UNFOLLOW' }
  if (preferences) enqueue.sendTo(preferences, unfollow)
})

const stopRuns = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const run of Object.values(context.runs)) enqueue.stopChild(run)
})

const cancelRun = toolkit.enqueueActions(({ context, event, enqueue }) => {
  const run = event.type === 'CANCEL_RUN' ? context.runs[event.id] : undefined
  if (run) enqueue.sendTo(run, { type: 'CANCEL' })
})

/** Shows the one message of an action that starts runs: anew when it begins and when it is over, meanwhile only if it is still shown. */
const announceRun = toolkit.enqueueActions(({ context, event, system, enqueue }) => {
  const [id, batch] = batchOfRun(context, event)
  const toasts = system.get('toasts')
  if (!batch || !toasts) return
  const isNew = event.type === 'RUN' && !batch.isAccepted && Object.keys(batch.ended).length === 0
  const message: ToastsEvent = {
    type: isNew || isBatchOver(batch) ? 'SHOW' : 'UPDATE',
    id: `run ${id}`,
    ...messageOfBatch(batch),
  }
  enqueue.sendTo(toasts, message)
})

/** Tells the project machine that the open project is closed to the person: by a rule of its organization, or without access. */
const tellDemand = toolkit.enqueueActions(({ event, system, enqueue }) => {
  const demand = event.type === 'FAILED' ? demandOf(event.failure) : null
  const project = system.get('project')
  // Calls about an organization itself may be about another one than the open project's.
  if (!demand || !project || (event.type === 'FAILED' && /\/organizations?\//.test(event.failure.url))) return
  const barred: ProjectSwitchEvent = { type: 'BARRED', demand }
  enqueue.sendTo(project, barred)
})

/** Passes a live event on to the cache, to followed runs, and to the project machine if the project itself changed. */
const hearLive = toolkit.enqueueActions(({ context, event, system, enqueue }) => {
  if (event.type !== 'LIVE') return
  const cache = system.get('cache')
  const heard: CacheEvent = event
  if (cache) enqueue.sendTo(cache, heard)
  const project = system.get('project')
  if (project && event.event.type === 'object' && event.event.kind === 'project') {
    const refresh: ProjectSwitchEvent = { type: 'REFRESH' }
    enqueue.sendTo(project, refresh)
  }
  const settled: RunEvent | null = event.event.type === 'result' ? { type: 'SETTLED', resultId: event.event.id } : null
  if (settled) for (const run of Object.values(context.runs)) enqueue.sendTo(run, settled)
})

const sessionOf = ({ event }: { event: { snapshot: { value: unknown } } }) => ({
  session: String(event.snapshot.value),
})
const personOf = ({ event }: { event: { snapshot: { context: { user: { sub: string } | null } } } }) => ({
  person: event.snapshot.context.user?.sub ?? null,
})
const projectOf = ({
  event,
}: {
  event: { snapshot: { context: { current: { project: { id: string } } | null } } }
}) => ({ projectId: event.snapshot.context.current?.project.id ?? null })

/** The whole app: the session, the open project, its cached data, and what the person is doing. */
export const appMachine = toolkit
  .extend({
    actions: { followProject, clearCaches, partFromPerson, stopRuns, cancelRun, announceRun, hearLive, tellDemand },
  })
  .createMachine({
    id: 'app',
    context: ({ input }) => ({
      ...input,
      isSomebodyHere: null,
      person: null,
      projectId: null,
      runs: {},
      batches: {},
      batchOf: {},
      latest: null,
    }),
    initial: 'starting',
    invoke: [
      {
        id: 'preferences',
        systemId: 'preferences',
        src: 'preferences',
        input: ({ context }) => ({ stored: context.preferences }),
      },
      { id: 'navigation', systemId: 'navigation', src: 'navigation', input: ({ context }) => ({ href: context.href }) },
      { id: 'toasts', systemId: 'toasts', src: 'toasts' },
      { id: 'undo', systemId: 'undo', src: 'undo' },
      { id: 'cache', systemId: 'cache', src: 'cache' },
      {
        id: 'connection',
        systemId: 'connection',
        src: 'connection',
        input: ({ context: { version, now } }) => ({ version, now }),
      },
      { id: 'console', systemId: 'console', src: 'console' },
      {
        id: 'sign-in',
        systemId: 'sign-in',
        src: 'signIn',
        input: ({ context }) => context.signIn,
        onSnapshot: [
          {
            guard: { type: 'hasComeIn', params: sessionOf },
            target: '.signedIn',
            actions: { type: 'noteSomebody', params: personOf },
          },
          {
            guard: { type: 'isAnotherPerson', params: personOf },
            target: '.signedIn',
            actions: { type: 'noteSomebody', params: personOf },
          },
          { guard: { type: 'hasGone', params: sessionOf }, target: '.signedOut' },
        ],
      },
    ],
    on: {
      FAILED: { actions: ['keepFailure', 'tellDemand'] },
    },
    states: {
      starting: { tags: 'busy' },
      signedOut: { tags: 'settled', entry: 'noteNobody' },
      signedIn: {
        initial: 'choosing',
        invoke: [
          { id: 'live', systemId: 'live', src: 'live' },
          { id: 'search', systemId: 'search', src: 'search' },
          {
            id: 'project',
            systemId: 'project',
            src: 'project',
            input: ({ context }) => ({ ...context.remembered, arrived: context.signIn.cameBack }),
            onSnapshot: [
              {
                guard: { type: 'isAnotherProject', params: projectOf },
                target: '.ready',
                actions: [{ type: 'keepProject', params: projectOf }, 'followProject'],
              },
              {
                guard: { type: 'isNoProject', params: projectOf },
                target: '.choosing',
                actions: ['clearProject', 'followProject'],
              },
            ],
          },
        ],
        exit: ['stopRuns', 'forgetWork', 'clearProject', 'clearCaches', 'partFromPerson'],
        on: {
          RUN: { actions: ['startRun', 'announceRun'] },
          CANCEL_RUN: { actions: 'cancelRun' },
          RUN_ACCEPTED: { actions: ['noteAccepted', 'announceRun'] },
          RUN_ENDED: { actions: ['noteEnded', 'announceRun', 'dropRun'] },
          LIVE: { actions: 'hearLive' },
        },
        states: {
          choosing: { tags: 'busy' },
          ready: { tags: 'settled' },
        },
      },
    },
  })

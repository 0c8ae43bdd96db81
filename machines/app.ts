import { type ActorRefFrom, assign, setup } from 'xstate'
import { consoleMachine } from './console.ts'
import { type SignInInput, signInMachine } from './identity/sign-in.ts'
import { type LiveMachineEvent, type LiveNews, liveMachine } from './live.ts'
import { navigationMachine } from './navigation.ts'
import { preferencesMachine } from './preferences.ts'
import { type ProjectSwitchEvent, projectSwitchMachine } from './projects/project-switch.ts'
import { cacheMachine } from './resource/cache.ts'
import type { CacheEvent } from './resource/cache-events.ts'
import type { Failure } from './resource/failure.ts'
import { categoryOf, type RunEvent, type RunNews, type RunVariables, runMachine, sentenceOf } from './runs/run.ts'
import { type ToastsEvent, toastsMachine } from './toasts.ts'
import { typed } from './typed.ts'

/** `isSomebodyHere` is null until it is known. `runs` are the followed runs on demand, by their id. `latest` is the last failure of any call. */
export type AppContext = AppInput & {
  readonly isSomebodyHere: boolean | null
  readonly projectId: string | null
  readonly runs: Readonly<Record<string, ActorRefFrom<typeof runMachine>>>
  readonly latest: Failure | null
}

/** `preferences` are the stored ones; `remembered` is the project in the cookie. */
export type AppInput = {
  readonly href: string
  readonly signIn: SignInInput
  readonly preferences: unknown
  readonly remembered: string | null
}

/** `id` identifies the run among all followed runs. A repeated request with the same id is the same run. */
export type RunRequest = {
  readonly type: 'RUN'
  readonly id: string
  readonly callId: string
  readonly locationId?: string | null
  readonly delaySeconds?: number
  readonly context?: RunVariables
  readonly secretVariables?: readonly string[]
}

export type AppEvent =
  | RunRequest
  | { readonly type: 'CANCEL_RUN'; readonly id: string }
  | RunNews
  | LiveNews
  | { readonly type: 'FAILED'; readonly failure: Failure }

const toolkit = setup({
  types: typed<{ context: AppContext; events: AppEvent; input: AppInput }>(),
  actors: {
    navigation: navigationMachine,
    signIn: signInMachine,
    project: projectSwitchMachine,
    cache: cacheMachine,
    console: consoleMachine,
    live: liveMachine,
    toasts: toastsMachine,
    preferences: preferencesMachine,
    run: runMachine,
  },
  guards: {
    hasComeIn: ({ context }, { session }: { session: string }) =>
      session === 'signedIn' && context.isSomebodyHere !== true,
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
      const { type: _, id, ...request } = event
      return { runs: { ...context.runs, [id]: spawn('run', { id, input: { ...request, key: id } }) } }
    }),
    dropRun: assign(({ context, event }) => {
      if (event.type !== 'RUN_ENDED') return {}
      const { [event.id]: _, ...runs } = context.runs
      return { runs }
    }),
    noteSomebody: assign({ isSomebodyHere: true }),
    noteNobody: assign({ isSomebodyHere: false }),
    forgetRuns: assign({ runs: {} }),
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

const stopRuns = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const run of Object.values(context.runs)) enqueue.stopChild(run)
})

const cancelRun = toolkit.enqueueActions(({ context, event, enqueue }) => {
  const run = event.type === 'CANCEL_RUN' ? context.runs[event.id] : undefined
  if (run) enqueue.sendTo(run, { type: 'CANCEL' })
})

const announceRun = toolkit.enqueueActions(({ event, system, enqueue }) => {
  if (event.type !== 'RUN_ENDED') return
  const toasts = system.get('toasts')
  const category = categoryOf(event)
  const show: ToastsEvent = { type: 'SHOW', text: sentenceOf(event), ...(category && { category }) }
  if (toasts) enqueue.sendTo(toasts, show)
})

/** Passes a live event on to the cache, to followed runs, and to the project machine if the project itself changed. */
const hearLive = toolkit.enqueueActions(({ context, event, system, enqueue }) => {
  if (event.type !== 'LIVE') return
  const cache = system.get('cache')
  const heard: CacheEvent = event
  if (cache) enqueue.sendTo(cache, heard)
  const project = system.get('project')
  if (project && event.event.type === 'object' && event.event.kind === 'project') {
    const { change, id } = event.event
    const told: ProjectSwitchEvent = change === 'removed' ? { type: 'REMOVED', id } : { type: 'REFRESH' }
    enqueue.sendTo(project, told)
  }
  const settled: RunEvent | null = event.event.type === 'result' ? { type: 'SETTLED', resultId: event.event.id } : null
  if (settled) for (const run of Object.values(context.runs)) enqueue.sendTo(run, settled)
})

const sessionOf = ({ event }: { event: { snapshot: { value: unknown } } }) => ({
  session: String(event.snapshot.value),
})
const projectOf = ({
  event,
}: {
  event: { snapshot: { context: { current: { project: { id: string } } | null } } }
}) => ({ projectId: event.snapshot.context.current?.project.id ?? null })

/** The whole app: the session, the open project, its cached data, and what the person is doing. */
export const appMachine = toolkit
  .extend({ actions: { followProject, clearCaches, stopRuns, cancelRun, announceRun, hearLive } })
  .createMachine({
    id: 'app',
    context: ({ input }) => ({ ...input, isSomebodyHere: null, projectId: null, runs: {}, latest: null }),
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
      { id: 'cache', systemId: 'cache', src: 'cache' },
      { id: 'console', systemId: 'console', src: 'console' },
      {
        id: 'sign-in',
        systemId: 'sign-in',
        src: 'signIn',
        input: ({ context }) => context.signIn,
        onSnapshot: [
          { guard: { type: 'hasComeIn', params: sessionOf }, target: '.signedIn' },
          { guard: { type: 'hasGone', params: sessionOf }, target: '.signedOut' },
        ],
      },
    ],
    on: {
      FAILED: { actions: 'keepFailure' },
    },
    states: {
      starting: { tags: 'busy' },
      signedOut: { tags: 'settled', entry: 'noteNobody' },
      signedIn: {
        entry: 'noteSomebody',
        initial: 'choosing',
        invoke: [
          { id: 'live', systemId: 'live', src: 'live' },
          {
            id: 'project',
            systemId: 'project',
            src: 'project',
            input: ({ context }) => ({ remembered: context.remembered, arrived: context.signIn.cameBack }),
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
        exit: ['stopRuns', 'forgetRuns', 'clearProject', 'clearCaches'],
        on: {
          RUN: { actions: 'startRun' },
          CANCEL_RUN: { actions: 'cancelRun' },
          RUN_ENDED: { actions: ['dropRun', 'announceRun'] },
          LIVE: { actions: 'hearLive' },
        },
        states: {
          choosing: { tags: 'busy' },
          ready: { tags: 'settled' },
        },
      },
    },
  })

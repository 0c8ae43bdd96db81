import { fromCallback, fromPromise } from 'xstate'
import { appMachine } from '../../machines/app.ts'
import { type ConnectionEvent, connectionMachine } from '../../machines/connection.ts'
import type { consoleMachine } from '../../machines/console.ts'
import { type ProviderRedirect, signInMachine } from '../../machines/identity/sign-in.ts'
import { liveMachine } from '../../machines/live.ts'
import { navigationMachine } from '../../machines/navigation.ts'
import { type AccountPreferences, preferencesMachine } from '../../machines/preferences.ts'
import type { Project } from '../../machines/projects/project-choice.ts'
import { projectSwitchMachine } from '../../machines/projects/project-switch.ts'
import type { Opened, ProjectList, Quota } from '../../machines/projects/project-switch-context.ts'
import { cacheMachine } from '../../machines/resource/cache.ts'
import type { Call as NamedCall } from '../../machines/resource/cache-events.ts'
import { type Answered, type ResourceCall, resourceMachine } from '../../machines/resource/resource.ts'
import { saveMachine } from '../../machines/resource/save.ts'
import { type RunInput, type RunResult, runMachine } from '../../machines/runs/run.ts'
import { type SearchRequest, searchMachine } from '../../machines/search.ts'
import type { LiveEvent } from '../contract/live/live.ts'
import { applyAppearance } from './appearance.ts'
import type { Call } from './client.ts'
import type { Identity } from './identity.ts'
import { probe } from './probe.ts'
import { clearRememberedProject, clearUsedLines, localStore, rememberProject } from './storage.ts'

export type Effects = {
  readonly call: Call
  readonly identity: Identity
  /** Called when the server says that the session is over. */
  readonly onExpired: () => void
  readonly projectHeader: string
  readonly defaultQuery: Readonly<Record<string, string>>
  /** The console's chart with its parser for lines. */
  readonly console: typeof consoleMachine
  /** Called after arriving at an address of the app. */
  readonly onArrival: (href: string) => void
  /** Called when the user or project has changed. */
  readonly onUser: (opened: Opened) => void
}

/** Provides the browser's effects to the charts. */
export const provide = (effects: Effects): typeof appMachine =>
  appMachine.provide({
    actors: {
      navigation: navigationMachine.provide({
        actions: {
          push: (_, { href, replace }) => history[replace ? 'replaceState' : 'pushState'](null, '', href),
          restore: (_, { href }) => history.pushState(null, '', href),
          announce: (_, { href }) => effects.onArrival(href),
        },
      }),
      signIn: signIn(effects),
      project: project(effects),
      cache: cache(effects),
      live: live(effects),
      connection: connectionMachine.provide({ actors: { probe: fromPromise(({ signal }) => probe(signal)) } }),
      console: effects.console,
      search: search(effects),
      run: run(effects),
      preferences: preferencesMachine.provide({
        actions: {
          keep: ({ context }) => localStore.write('preferences', context),
          apply: ({ context }) => applyAppearance(context),
          warn: (_, { cause }) => console.warn(cause),
        },
        actors: {
          store: fromPromise<void, { preferences: AccountPreferences }>(async ({ input: { preferences }, signal }) => {
            await effects.call('account.update', { body: { preferences } }, { signal })
          }),
        },
      }),
    },
  })

const signIn = ({ identity }: Effects): typeof signInMachine =>
  signInMachine.provide({
    actors: {
      completeRedirect: fromPromise(() => identity.completeRedirect()),
      readSession: fromPromise(() => identity.readSession()),
      leave: fromPromise<void, ProviderRedirect>(({ input }) => {
        if (input.to !== 'sign-out') return identity.leave(input)
        clearUsedLines()
        return identity.signOut()
      }),
    },
    actions: { warn: (_, { message, cause }) => console.warn(message, cause) },
  })

// The answers have the types that the contract gives for these endpoints.
const project = ({ call, identity, onUser }: Effects): typeof projectSwitchMachine =>
  projectSwitchMachine.provide({
    actors: {
      fetchProjects: fromPromise<ProjectList | null, object>(
        async ({ signal }) => (await call('project.list', {}, { signal })) as ProjectList,
      ),
      readProject: fromPromise<Project, { projectId: string }>(
        async ({ input: { projectId }, signal }) =>
          ((await call('project.read', { params: { id: projectId } }, { signal, projectId })) as { project: Project })
            .project,
      ),
      fetchQuota: fromPromise<Quota, { projectId: string }>(
        async ({ input: { projectId }, signal }) => (await call('quota.read', {}, { signal, projectId })) as Quota,
      ),
    },
    actions: {
      warn: (_, { message, cause }) => console.warn(message, cause),
      logNoAccount: () => console.warn('No current account'),
      refuseUnknown: () => console.warn('PROJECT ID NOT IN PROJECTS'),
      refreshToken: () => void identity.refreshToken().catch((cause) => console.warn(cause)),
      rememberProject: (_, { projectId }) => rememberProject(projectId),
      clearRememberedProject: () => clearRememberedProject(),
      reportUser: (_, opened) => onUser(opened),
    },
  })

const cache = ({ call }: Effects): typeof cacheMachine =>
  cacheMachine.provide({
    actors: {
      resource: resourceMachine.provide({
        actors: {
          call: fromPromise<Answered, ResourceCall>(async ({ input: { operation, input, onPage }, signal }) => ({
            answer: await call(operation, input, { signal, onPage }),
            at: Date.now(),
          })),
        },
      }),
      save: saveMachine.provide({
        actors: {
          call: fromPromise<Answered, NamedCall>(async ({ input: { operation, input }, signal }) => ({
            answer: await call(operation, input, { signal }),
            at: Date.now(),
          })),
        },
      }),
    },
  })

const search = ({ call }: Effects): typeof searchMachine =>
  searchMachine.provide({
    actors: {
      find: fromPromise<unknown, SearchRequest>(({ input: { operation, input }, signal }) =>
        // The commands' kinds name an endpoint of the contract.
        call(operation as Parameters<Call>[0], input, { signal }),
      ),
    },
  })

const live = ({ identity, onExpired, projectHeader, defaultQuery }: Effects): typeof liveMachine =>
  liveMachine.provide({
    actors: {
      stream: fromCallback(({ input, sendBack, system }) => {
        let end: (() => void) | null = () => {}
        const note = (type: 'BEAT' | 'LOST' | 'CLOSED'): void => {
          const event: ConnectionEvent = { type }
          system.get('connection')?.send(event)
        }
        const lose = (): void => {
          note('LOST')
          sendBack({ type: 'LOST' })
        }
        // Loaded when the first project is open, because the first screen does not need it.
        import('./live-stream.ts').then(({ openLiveStream }) => {
          const options = { projectHeader, defaultQuery, token: identity.token, onExpired }
          end &&= openLiveStream(options, input.projectId, input.lastId, {
            onOpen: () => sendBack({ type: 'OPENED' }),
            onEvent: (_, data, id) => sendBack({ type: 'EVENT', event: JSON.parse(data) as LiveEvent, id }),
            onBeat: () => note('BEAT'),
            onLost: lose,
          })
        }, lose)
        return () => {
          note('CLOSED')
          end?.()
          end = null
        }
      }),
    },
  })

const run = ({ call }: Effects): typeof runMachine =>
  runMachine.provide({
    actors: {
      request: fromPromise<{ result_id: string; location_id: string }, Required<RunInput>>(
        async ({ input, signal }) => {
          const { callId: id, locationId: location_id, delaySeconds: run_delay, context, key: repeatKey } = input
          const secret_variables = [...input.secretVariables]
          const body = { location_id, run_delay, context, ...(secret_variables.length > 0 && { secret_variables }) }
          return (await call('monitor.run', { params: { id }, body }, { signal, repeatKey })) as {
            result_id: string
            location_id: string
          }
        },
      ),
      look: fromPromise<RunResult, { resultId: string }>(
        async ({ input: { resultId }, signal }) =>
          (await call('result.read', { params: { id: resultId }, query: { mode: 'full' } }, { signal })) as RunResult,
      ),
    },
  })

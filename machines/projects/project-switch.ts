import { assign, setup } from 'xstate'
import type { PreferencesEvent } from '../preferences.ts'
import type { CacheEvent } from '../resource/cache-events.ts'
import { notProvided } from '../resource/not-provided.ts'
import type { SearchEvent } from '../search.ts'
import { typed } from '../typed.ts'
import { type Demand, isLoss, LOSS } from './demand.ts'
import { firstOf, permissionsOf, recordOf } from './first-project.ts'
import { mayOpen, type Project, syntheticRecord } from './project-choice.ts'
import type {
  Opened,
  ProjectList,
  ProjectSwitchContext,
  ProjectSwitchEvent,
  Quota,
  Remembered,
} from './project-switch-context.ts'
import { barring, keepError, warn } from './refused-opening.ts'

const keepList = {
  type: 'keepList',
  params: ({ event }: { event: { output: ProjectList | null } }) => ({ list: event.output }),
} as const

const opening = [
  { guard: 'isOpenToMe', target: '#projectSwitch.switching', actions: 'recordNext' },
  { actions: 'refuseUnknown' },
] as const
const switching = [{ guard: 'isCurrentOrNext' }, ...opening] as const

const leaving = ['forgetCurrent', 'forgetRemembered', 'clearRememberedProject', 'abortPending', 'clearCaches'] as const

const toolkit = setup({
  types: typed<{
    context: ProjectSwitchContext
    events: ProjectSwitchEvent
    input: Remembered & { readonly arrived?: boolean }
  }>(),
  actors: {
    /** The projects of the signed-in account; null if nobody is signed in. */
    fetchProjects: notProvided<ProjectList | null, object>('fetchProjects'),
    /** Reads a project that is not in the account's list. */
    readProject: notProvided<Project, { projectId: string }>('readProject'),
    fetchQuota: notProvided<Quota, { projectId: string }>('fetchQuota'),
  },
  guards: {
    isNobody: (_, { list }: { list: ProjectList | null }) => list === null,
    isNewProject: (_, { list }: { list: ProjectList | null }) => list?.meta.new_project === true,
    isCurrentOrNext: ({ context, event }) =>
      event.type === 'SWITCH' && (event.id === context.current?.project.id || event.id === context.next),
    isOpenToMe: ({ context, event }) =>
      event.type === 'SWITCH' && mayOpen(event.id, context.projects, permissionsOf(context)),
    stays: ({ context }) =>
      context.current !== null && mayOpen(context.current.project.id, context.projects, permissionsOf(context)),
    hasChoice: ({ context }) => firstOf(context) !== null,
    isInList: ({ context }) => recordOf(context.projects, context.next) !== null,
    hasCurrent: ({ context }) => context.current !== null,
    isDemand: (_, { demand }: { demand: Demand | null }) => demand !== null,
    isOpen: ({ context, event }) => event.type === 'LEFT' && event.id === context.current?.project.id,
    /** Access is gone for good: no other project is opened in its place unasked. */
    isLost: ({ context: { barred } }) => barred !== null && isLoss(barred.demand),
  },
  actions: {
    warn: (_, _error: { message: string; cause: unknown }) => {},
    /** Logs 'No current account'. */
    logNoAccount: () => {},
    /** Logs 'PROJECT ID NOT IN PROJECTS'. */
    refuseUnknown: () => {},
    /** Requests a new token silently, because the server created a project that the token does not contain. */
    refreshToken: () => {},
    clearAdminCaches: () => {},
    /** Stores the project in a cookie for 2 minutes. */
    rememberProject: (_, _open: { projectId: string }) => {},
    /** Clears the project from the cookie. */
    clearRememberedProject: () => {},
    /** Reports user and project to the trackers. It runs before the machine's snapshot changes, so the data is passed in. */
    reportUser: (_, _open: Opened) => {},
    keepList: assign((_, { list }: { list: ProjectList | null }) =>
      list
        ? { account: list.meta, projects: list.projects, organizations: list.organizations, error: null }
        : { account: null, projects: [], organizations: [], error: { message: 'No current account', cause: null } },
    ),
    keepError: assign({ error: (_, error: { message: string; cause: unknown }) => error }),
    renewCurrent: assign({
      current: ({ context }) => recordOf(context.projects, context.current?.project.id ?? null) ?? context.current,
    }),
    forgetCurrent: assign({ current: null, quota: null }),
    forgetRemembered: assign({ remembered: null, ofTab: null }),
    chooseFirst: assign({ next: ({ context }) => firstOf(context) }),
    recordNext: assign(({ event }) => (event.type === 'SWITCH' ? { next: event.id, error: null } : {})),
    recordAdded: assign(({ event }) => (event.type === 'ADDED' ? { next: event.record.project.id, error: null } : {})),
    add: assign(({ context, event }) => {
      if (event.type !== 'ADDED') return {}
      const others = context.projects.filter(({ project }) => project.id !== event.record.project.id)
      return { projects: [...others, event.record] }
    }),
    keepBarred: assign(({ context }, { demand }: { demand: Demand | null }) => {
      const record = context.opening ?? recordOf(context.projects, context.next)
      const projectId = context.next ?? ''
      return { barred: demand && { projectId, name: record?.project.name ?? null, demand }, error: null }
    }),
    barCurrent: assign(({ context }, { demand }: { demand: Demand }) => {
      const { id = '', name = null } = context.current?.project ?? {}
      const barred = { projectId: id, name, demand }
      if (!isLoss(demand)) return { barred, error: null }
      const projects = context.projects.filter(({ project }) => project.id !== id)
      return {
        barred,
        projects,
        error: null,
        remembered: context.remembered === id ? null : context.remembered,
        ofTab: null,
      }
    }),
    openBarred: assign({ next: ({ context }) => context.barred?.projectId ?? null, error: null }),
    openListed: assign({ opening: ({ context }) => recordOf(context.projects, context.next) }),
    openRead: assign(({ context }, { project }: { project: Project }) => ({
      opening: context.account && syntheticRecord(project, context.account, context.organizations),
    })),
    setCurrent: assign(({ context }, { quota }: { quota: Quota }) => ({
      current: context.opening,
      quota,
      error: null,
      barred: null,
    })),
    clearNext: assign({ next: null, opening: null }),
    keepHome: assign(({ context, event }) =>
      event.type === 'LOCATED' ? { homes: { ...context.homes, [event.id]: event.projectId } } : {},
    ),
  },
})

/** Aborts the pending requests of the previous project. */
const abortPending = toolkit.enqueueActions(({ system, enqueue }) => {
  const cache = system.get('cache')
  const abort: CacheEvent = { type: 'ABORT' }
  if (cache) enqueue.sendTo(cache, abort)
})

const clearCaches = toolkit.enqueueActions(({ system, enqueue }) => {
  const cache = system.get('cache')
  const clear: CacheEvent = { type: 'CLEAR' }
  if (cache) enqueue.sendTo(cache, clear)
  const search = system.get('search')
  const forget: SearchEvent = { type: 'FORGET' }
  if (search) enqueue.sendTo(search, forget)
})

/** Applies the account's preferences. */
const followAccount = toolkit.enqueueActions(({ context: { account }, system, enqueue }) => {
  const preferences = system.get('preferences')
  if (!preferences || !account) return
  const { account_id, preferences: stored = {} } = account
  const follow: PreferencesEvent = { type: 'FOLLOW', account: account_id, preferences: stored }
  enqueue.sendTo(preferences, follow)
})

/** The projects of an account, and the open one. */
export const projectSwitchMachine = toolkit
  .extend({ actions: { abortPending, clearCaches, followAccount } })
  .createMachine({
    id: 'projectSwitch',
    context: ({ input }) => ({
      account: null,
      projects: [],
      organizations: [],
      current: null,
      next: null,
      opening: null,
      quota: null,
      error: null,
      arrived: false,
      ...input,
      barred: null,
      homes: {},
    }),
    initial: 'listing',
    on: { LOCATED: { actions: 'keepHome' } },
    states: {
      listing: {
        tags: 'busy',
        // A list being read may be older than the change that made it stale.
        on: {
          REFRESH: { target: 'listing', reenter: true },
        },
        invoke: {
          id: 'list',
          src: 'fetchProjects',
          input: {},
          onDone: [
            {
              guard: { type: 'isNobody', params: ({ event }) => ({ list: event.output }) },
              target: 'failed',
              actions: [keepList, 'logNoAccount'],
            },
            {
              guard: { type: 'isNewProject', params: ({ event }) => ({ list: event.output }) },
              target: 'choosing',
              actions: [keepList, 'followAccount', 'refreshToken'],
            },
            { target: 'choosing', actions: [keepList, 'followAccount'] },
          ],
          onError: { target: 'failed', actions: [keepError, warn] },
        },
      },
      choosing: {
        tags: 'busy',
        always: [{ guard: 'hasChoice', target: 'switching', actions: 'chooseFirst' }, { target: 'empty' }],
      },
      switching: {
        tags: 'busy',
        initial: 'deciding',
        on: {
          SWITCH: switching,
          ADDED: { actions: 'add' },
          LEFT: { guard: 'isOpen', actions: leaving },
          REFRESH: [{ guard: 'hasCurrent' }, { target: 'listing', actions: 'clearNext' }],
        },
        states: {
          deciding: {
            always: [{ guard: 'isInList', target: 'fetching', actions: 'openListed' }, { target: 'looking' }],
          },
          looking: {
            invoke: {
              id: 'read',
              src: 'readProject',
              input: ({ context }) => ({ projectId: context.next ?? '' }),
              onDone: {
                target: 'fetching',
                actions: { type: 'openRead', params: ({ event }) => ({ project: event.output }) },
              },
              onError: [barring, { target: 'giveUp', actions: [keepError, warn] }],
            },
          },
          fetching: {
            invoke: {
              id: 'quota',
              src: 'fetchQuota',
              input: ({ context }) => ({ projectId: context.next ?? '' }),
              onDone: [
                {
                  guard: 'hasCurrent',
                  target: '#projectSwitch.ready',
                  actions: [
                    { type: 'setCurrent', params: ({ event }) => ({ quota: event.output }) },
                    'abortPending',
                    'clearCaches',
                    'clearAdminCaches',
                    { type: 'rememberProject', params: ({ context }) => ({ projectId: context.next ?? '' }) },
                    { type: 'reportUser', params: ({ context: { current, quota } }) => ({ current, quota }) },
                    'clearNext',
                  ],
                },
                // With the first project, nothing in the cache is of another one: what a page without a project shows stays.
                {
                  target: '#projectSwitch.ready',
                  actions: [
                    { type: 'setCurrent', params: ({ event }) => ({ quota: event.output }) },
                    { type: 'rememberProject', params: ({ context }) => ({ projectId: context.next ?? '' }) },
                    { type: 'reportUser', params: ({ context: { current, quota } }) => ({ current, quota }) },
                    'clearNext',
                  ],
                },
              ],
              onError: [barring, { target: 'giveUp', actions: [keepError, warn] }],
            },
          },
          giveUp: {
            always: [
              { guard: 'hasCurrent', target: '#projectSwitch.ready', actions: 'clearNext' },
              { target: '#projectSwitch.failed', actions: 'clearNext' },
            ],
          },
        },
      },
      ready: {
        tags: 'settled',
        initial: 'resting',
        on: {
          SWITCH: switching,
          ADDED: { actions: 'add' },
          BARRED: {
            target: 'barred',
            actions: [
              { type: 'barCurrent', params: ({ event }) => ({ demand: event.demand }) },
              'forgetCurrent',
              'abortPending',
              'clearCaches',
            ],
          },
          LEFT: {
            guard: 'isOpen',
            target: 'listing',
            actions: leaving,
          },
        },
        states: {
          resting: { on: { REFRESH: 'refreshing' } },
          refreshing: {
            on: { REFRESH: { target: 'refreshing', reenter: true } },
            invoke: {
              id: 'refresh',
              src: 'fetchProjects',
              input: {},
              onDone: { target: 'comparing', actions: keepList },
              onError: { target: 'resting', actions: [keepError, warn] },
            },
          },
          comparing: {
            always: [
              { guard: 'stays', target: 'resting', actions: 'renewCurrent' },
              // No other project takes its place: what is on the screen would be saved there.
              {
                target: '#projectSwitch.barred',
                actions: [
                  { type: 'barCurrent', params: { demand: LOSS } },
                  'forgetCurrent',
                  'abortPending',
                  'clearCaches',
                ],
              },
            ],
          },
        },
      },
      empty: {
        tags: 'settled',
        on: {
          SWITCH: opening,
          ADDED: { target: 'switching', actions: ['add', 'recordAdded'] },
          REFRESH: 'listing',
        },
      },
      /** A rule of the project's organization is not met, or access to it was taken away; other projects can be opened. */
      barred: {
        tags: 'settled',
        on: {
          SWITCH: opening,
          ADDED: { target: 'switching', actions: ['add', 'recordAdded'] },
          RETRY: { target: 'switching', actions: 'openBarred' },
          REFRESH: [{ guard: 'isLost' }, { target: 'listing' }],
          // The person has deleted or left it: the list without it may have been here first.
          LEFT: 'listing',
        },
      },
      failed: { tags: 'settled', on: { RETRY: 'listing' } },
    },
  })

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type AccessRecord,
  byAccess,
  chooseProject,
  isSiteViewer,
  mayOpen,
  type Project,
  syntheticRecord,
} from '../../../machines/projects/project-choice.ts'
import { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { ProjectList, Quota } from '../../../machines/projects/project-switch-context.ts'
import { trialExpiryToReport } from '../../../machines/runs/trial-expiry.ts'
import { LEVELS } from '../../../src/domain/core/access.ts'
import { deferred, heard } from '../deferred.ts'

const projectOf = (id: string, org_id: string | null = null): Project => ({
  id,
  name: `Project ${id}`,
  org_id,
  tags: [],
  system_tags: [],
  security_profile: null,
  score_bands: { warning: 6, good: 8 },
  created: '',
  last_update: '',
})
const recordOf = (id: string, access_level: AccessRecord['access_level'] = 'OWNER'): AccessRecord => ({
  id: `access-${id}`,
  access_level,
  account_id: 'ada',
  account_email: '',
  role_id: null,
  created: '',
  last_update: '',
  project: projectOf(id),
  organization: null,
})
const listOf = (ids: string[], meta: Partial<ProjectList['meta']> = {}): ProjectList => ({
  meta: {
    account_id: 'ada',
    current_project_id: null,
    invites: [],
    new_project: false,
    roles: {},
    permissions: [],
    verify_needed: false,
    creates_in: [],
    ...meta,
  },
  projects: ids.map((id) => recordOf(id)),
  organizations: [],
})
// Only these fields of a quota are read here.
const quotaOf = (level: string, trial_expiry_date: string | null = null): Quota =>
  ({ sub: { level }, trial_expiry_date }) as Quota

const openSwitch = (remembered: string | null = null, arrived = false, ofTab: string | null = null) => {
  const did: string[] = []
  const lists = deferred<ProjectList | null, object>()
  const reads = deferred<Project, { projectId: string }>()
  const quotas = deferred<Quota, { projectId: string }>()
  const note = (name: string) => () => {
    did.push(name)
  }
  const actor = createActor(
    projectSwitchMachine.provide({
      actors: { fetchProjects: lists.logic, readProject: reads.logic, fetchQuota: quotas.logic },
      actions: {
        abortPending: note('abort pending'),
        clearCaches: note('clear caches'),
        clearAdminCaches: note('clear admin caches'),
        rememberProject: (_, { projectId }) => {
          did.push(`remember ${projectId}`)
        },
        reportUser: ({ context }, { current, quota }) => {
          did.push(`report ${current?.project.id} ${quota?.sub.level}, next ${context.next}`)
        },
        refuseUnknown: note('PROJECT ID NOT IN PROJECTS'),
        logNoAccount: note('No current account'),
        refreshToken: note('refresh token'),
        clearRememberedProject: note('forget project'),
      },
    }),
    { input: { remembered, ofTab, arrived } },
  ).start()
  const list = async (answer: ProjectList | null) => {
    lists.last().resolve(answer)
    await heard()
  }
  const quota = async (level = 'NONE') => {
    quotas.last().resolve(quotaOf(level))
    await heard()
  }
  const now = () => {
    const { value, context } = actor.getSnapshot()
    const state = typeof value === 'string' ? value : Object.keys(value)[0]
    return [state, context.current?.project.id ?? null, context.next]
  }
  return { actor, did, lists, reads, quotas, list, quota, now }
}

describe('Switching the project', () => {
  test('records the next project, fetches its quota, then runs its actions in order', async () => {
    const { actor, did, list, quota, quotas, now } = openSwitch()
    await list(listOf(['a', 'b']))
    await quota()
    expect(now()).toEqual(['ready', 'a', null])
    did.length = 0
    actor.send({ type: 'SWITCH', id: 'b' })
    expect(now()).toEqual(['switching', 'a', 'b'])
    expect(quotas.last().input).toEqual({ projectId: 'b' })
    expect(did).toEqual([])
    await quota('TRIAL')
    const order = ['abort pending', 'clear caches', 'clear admin caches', 'remember b', 'report b TRIAL, next b']
    expect(did).toEqual(order)
    expect(now()).toEqual(['ready', 'b', null])
  })

  test('closes and forgets a project that the person has deleted, and opens another, also for site viewers', async () => {
    const { actor, did, list, quota, now } = openSwitch('a')
    const permissions = ['site_admin']
    await list(listOf(['a', 'b'], { permissions }))
    await quota()
    did.length = 0
    actor.send({ type: 'LEFT', id: 'c' })
    expect([now(), did]).toEqual([['ready', 'a', null], []])
    actor.send({ type: 'LEFT', id: 'a' })
    expect([now(), did]).toEqual([
      ['listing', null, null],
      ['forget project', 'abort pending', 'clear caches'],
    ])
    await list(listOf(['b'], { permissions }))
    await quota()
    expect(now()).toEqual(['ready', 'b', null])
  })

  test('opens the default project after a sign-in, and keeps the open one after a reload', async () => {
    for (const [arrived, first] of [
      [true, 'b'],
      [false, 'a'],
    ] as const) {
      const { list, now } = openSwitch(null, arrived)
      await list(listOf(['a', 'b'], { current_project_id: 'a', default_project_id: 'b' }))
      expect(now()).toEqual(['switching', null, first])
    }
    const { list, now } = openSwitch(null, true)
    await list(listOf(['a'], { default_project_id: 'b' }))
    expect(now()).toEqual(['switching', null, 'a'])
  })

  test('opens the project that the tab showed before it was loaded anew, whatever another tab has opened since', async () => {
    const { list, now } = openSwitch('c', false, 'b')
    await list(listOf(['a', 'b', 'c'], { current_project_id: 'a' }))
    expect(now()).toEqual(['switching', null, 'b'])
    const without = openSwitch('c', false, 'b')
    await without.list(listOf(['a', 'c'], { current_project_id: 'a' }))
    expect(without.now()).toEqual(['switching', null, 'a'])
  })

  test('ignores the current and the next project', async () => {
    const { actor, list, quota, quotas } = openSwitch()
    await list(listOf(['a', 'b']))
    await quota()
    actor.send({ type: 'SWITCH', id: 'a' })
    actor.send({ type: 'SWITCH', id: 'b' })
    actor.send({ type: 'SWITCH', id: 'b' })
    expect(quotas.calls.map(({ input }) => input.projectId)).toEqual(['a', 'b'])
    expect(quotas.last().signal.aborted).toBe(false)
  })

  test('is superseded by another switch', async () => {
    const { actor, list, quota, quotas, now } = openSwitch()
    await list(listOf(['a', 'b', 'c']))
    await quota()
    actor.send({ type: 'SWITCH', id: 'b' })
    const second = quotas.last()
    actor.send({ type: 'SWITCH', id: 'c' })
    expect(second.signal.aborted).toBe(true)
    second.resolve(quotaOf('NONE'))
    await heard()
    expect(now()).toEqual(['switching', 'a', 'c'])
    await quota()
    expect(now()).toEqual(['ready', 'c', null])
  })

  test('refuses a project that is not in the list', async () => {
    const { actor, did, list, quota, now } = openSwitch()
    await list(listOf(['a']))
    await quota()
    did.length = 0
    actor.send({ type: 'SWITCH', id: 'z' })
    expect(did).toEqual(['PROJECT ID NOT IN PROJECTS'])
    expect(now()).toEqual(['ready', 'a', null])
  })

  test('allows any project for site viewers, with a synthetic record', async () => {
    const { actor, reads, list, quota } = openSwitch()
    await list(listOf(['a'], { permissions: ['site_viewer'] }))
    await quota()
    actor.send({ type: 'SWITCH', id: 'z' })
    expect(reads.last().input).toEqual({ projectId: 'z' })
    reads.last().resolve(projectOf('z'))
    await heard()
    await quota()
    expect(actor.getSnapshot().context.current).toMatchObject({ access_level: 'VIEWER', project: { id: 'z' } })
  })

  test('clears the next project and keeps the current one after a failure', async () => {
    const { actor, quotas, list, quota, now } = openSwitch()
    await list(listOf(['a', 'b']))
    await quota()
    actor.send({ type: 'SWITCH', id: 'b' })
    quotas.last().reject(new Error('No.'))
    await heard()
    expect(now()).toEqual(['ready', 'a', null])
    expect(actor.getSnapshot().context.error?.message).toBe('No.')
  })
})

describe('The list of projects', () => {
  test('is not set again after a failure, and can be retried', async () => {
    const { actor, lists, list, now } = openSwitch()
    lists.last().reject(new Error('No.'))
    await heard()
    expect(now()[0]).toBe('failed')
    actor.send({ type: 'RETRY' })
    await list(listOf([]))
    expect(now()[0]).toBe('empty')
  })

  test('reports a missing account', async () => {
    const { did, list, now } = openSwitch()
    await list(null)
    expect(did).toEqual(['No current account'])
    expect(now()[0]).toBe('failed')
  })

  test('refreshes the token for a new project', async () => {
    const { did, list } = openSwitch()
    await list(listOf(['a'], { new_project: true }))
    expect(did[0]).toBe('refresh token')
  })

  test('keeps the open project when it is reloaded, unless that is gone', async () => {
    const { actor, list, quota, now } = openSwitch()
    await list(listOf(['a', 'b']))
    await quota()
    actor.send({ type: 'REFRESH' })
    await list(listOf(['b', 'a']))
    expect(now()).toEqual(['ready', 'a', null])
    actor.send({ type: 'REFRESH' })
    await list(listOf(['b']))
    expect(now()).toEqual(['barred', null, null])
    // No other project is opened unasked, until the person says so, or turns out to be who has deleted it.
    actor.send({ type: 'REFRESH' })
    expect(now()).toEqual(['barred', null, null])
    actor.send({ type: 'LEFT', id: 'a' })
    await list(listOf(['b']))
    expect(now()).toEqual(['switching', null, 'b'])
  })

  test('opens the first created project', async () => {
    const { actor, list, quota, now } = openSwitch()
    await list(listOf([]))
    actor.send({ type: 'ADDED', record: recordOf('a') })
    await quota()
    expect(now()).toEqual(['ready', 'a', null])
  })
})

describe('The first project to open', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  const records = ids.chain((each) =>
    fc.tuple(...each.map((id) => fc.constantFrom(...LEVELS).map((level) => recordOf(id, level)))),
  )
  const someId = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'z'), { nil: null })
  const permissions = fc.subarray(['site_viewer', 'site_analyst', 'site_admin', 'other'])

  test('is accessible: the first of those that are wanted, else the first by level and name', () => {
    fc.assert(
      fc.property(someId, someId, records, permissions, (current, remembered, list, may) => {
        const chosen = chooseProject([current, remembered], list, may)
        const opens = (id: string | null) =>
          id !== null && (list.some(({ project }) => project.id === id) || isSiteViewer(may))
        const first = [...list].sort(byAccess)[0]?.project.id ?? null
        expect(chosen).toBe(opens(current) ? current : opens(remembered) ? remembered : first)
        if (chosen !== null) expect(mayOpen(chosen, list, may)).toBe(true)
      }),
    )
  })

  test('is outside the list only for site viewers', () => {
    fc.assert(
      fc.property(records, permissions, (list, may) => {
        expect(mayOpen('z', list, may)).toBe(may.some((each) => each.startsWith('site_')))
      }),
    )
  })

  test('has the level OWNER for a site admin outside the list, VIEWER for other site viewers', () => {
    for (const permission of ['site_viewer', 'site_analyst', 'site_admin']) {
      const { meta } = listOf([], { permissions: [permission] })
      const record = syntheticRecord(projectOf('z'), meta, [])
      expect(record.access_level).toBe(permission === 'site_admin' ? 'OWNER' : 'VIEWER')
    }
  })
})

test('the end of a trial is reported only for an OWNER’s personal project without a paid level', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LEVELS),
      fc.constantFrom(null, 'org'),
      fc.constantFrom('', 'NONE', 'TRIAL', 'FREE', 'STANDARD', 'PROFESSIONAL', 'ENTERPRISE', 'CONTRACT'),
      (access_level, org_id, level) => {
        const told = trialExpiryToReport(
          { access_level, project: projectOf('a', org_id) },
          quotaOf(level, '2026-02-01'),
        )
        const isToBeTold = access_level === 'OWNER' && org_id === null && ['', 'NONE', 'TRIAL'].includes(level)
        expect(told).toBe(isToBeTold ? '2026-02-01' : null)
      },
    ),
  )
})

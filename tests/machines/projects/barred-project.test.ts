import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { demandIn } from '../../../machines/projects/demand.ts'
import { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { ProjectList, Quota } from '../../../machines/projects/project-switch-context.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { deferred, heard } from '../deferred.ts'

const stamps = { created: '', last_update: '' }
const recordOf = (id: string): ProjectList['projects'][number] => ({
  id: `access-${id}`,
  access_level: 'EDITOR',
  account_id: 'ada',
  account_email: '',
  role_id: null,
  ...stamps,
  project: {
    id,
    name: `Project ${id}`,
    org_id: 'acme',
    tags: [],
    system_tags: [],
    security_profile: null,
    score_bands: { warning: 0, good: 0 },
    ...stamps,
  },
  organization: null,
})
const list: ProjectList = {
  meta: {
    account_id: 'ada',
    current_project_id: null,
    invites: [],
    new_project: false,
    roles: {},
    permissions: [],
    verify_needed: false,
    creates_in: [],
  },
  projects: [recordOf('a'), recordOf('b')],
  organizations: [],
}

const refusal = (code: string, status = 403) =>
  new CallError({
    operation: 'quota.read',
    message: 'Acme requires it.',
    status,
    statusText: '',
    url: '',
    problems: [],
    body: { error: code },
    at: 1,
  })

const open = async () => {
  const lists = deferred<ProjectList | null, object>()
  const quotas = deferred<Quota, { projectId: string }>()
  const machine = projectSwitchMachine.provide({ actors: { fetchProjects: lists.logic, fetchQuota: quotas.logic } })
  const actor = createActor(machine, { input: { remembered: null, ofTab: null } }).start()
  lists.last().resolve(list)
  await heard()
  return {
    actor,
    refuse: async (code: string) => {
      quotas.last().reject(refusal(code))
      await heard()
    },
    // Only whether there is a quota matters here.
    admit: async () => {
      quotas.last().resolve({} as Quota)
      await heard()
    },
    asked: () => quotas.last().input.projectId,
  }
}

test('a project whose organization has an unmet rule is barred, and opens once the rule is met', async () => {
  const { actor, refuse, admit, asked } = await open()
  await refuse('mfa_required')
  expect(actor.getSnapshot().value).toBe('barred')
  expect(actor.getSnapshot().context).toMatchObject({
    current: null,
    next: null,
    barred: { projectId: 'a', name: 'Project a', demand: { code: 'mfa_required', message: 'Acme requires it.' } },
  })
  actor.send({ type: 'RETRY' })
  expect(asked()).toBe('a')
  await admit()
  expect(actor.getSnapshot().context).toMatchObject({ current: { project: { id: 'a' } }, barred: null })
})

test('from a barred project another one can be opened', async () => {
  const { actor, refuse, admit, asked } = await open()
  await refuse('password_expired')
  actor.send({ type: 'SWITCH', id: 'b' })
  expect(asked()).toBe('b')
  await admit()
  expect(actor.getSnapshot().context).toMatchObject({ current: { project: { id: 'b' } }, barred: null })
})

test('an open project is barred when a call tells of an unmet rule', async () => {
  const { actor, admit } = await open()
  await admit()
  actor.send({ type: 'BARRED', demand: { code: 'session_expired', message: 'Sign in again.' } })
  expect(actor.getSnapshot().context).toMatchObject({ current: null, barred: { projectId: 'a' } })
})

test('an open project closes when access to it was taken away, and is no longer offered', async () => {
  const { actor, admit, asked } = await open()
  await admit()
  actor.send({ type: 'BARRED', demand: { code: 'no_project_access', message: 'No access.' } })
  const { barred, current, projects } = actor.getSnapshot().context
  expect([barred?.projectId, current, projects.map(({ project }) => project.id)]).toEqual(['a', null, ['b']])
  actor.send({ type: 'SWITCH', id: 'b' })
  expect(asked()).toBe('b')
})

test('only a 403 with one of the codes is an unmet rule', () => {
  expect(demandIn(refusal('session_expired'))).toMatchObject({ code: 'session_expired' })
  for (const other of [
    refusal('forbidden'),
    refusal('no_project_access'),
    refusal('mfa_required', 500),
    new Error('mfa_required'),
    null,
  ])
    expect(demandIn(other)).toBeNull()
})

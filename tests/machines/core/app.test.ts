import { describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate'
import { appMachine } from '../../../machines/app.ts'
import { signInMachine, type UserProfile } from '../../../machines/identity/sign-in.ts'
import { liveMachine } from '../../../machines/live.ts'
import { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { ProjectList, Quota } from '../../../machines/projects/project-switch-context.ts'
import { cacheMachine } from '../../../machines/resource/cache.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { type Answered, type ResourceCall, resourceMachine } from '../../../machines/resource/resource.ts'
import { type RunOutcome, type RunResult, runMachine } from '../../../machines/runs/run.ts'
import { deferred, heard } from '../deferred.ts'

const passed: RunResult = {
  id: 'r1',
  result_category: 'PASS',
  http_code: 200,
  response_time: 120.4,
  location_id: 'here',
  test: 'checkout',
  created: '',
}
describe('The app', () => {
  // Only these fields of the list and the quota are read here.
  const projects = {
    meta: { current_project_id: null, new_project: false, permissions: [] as string[] },
    projects: ['a', 'b'].map((id) => ({ access_level: 'OWNER', project: { id, name: id, org_id: null } })),
    organizations: [],
  } as unknown as ProjectList
  const quota = { sub: { level: 'NONE' } } as Quota
  const user: UserProfile = {
    sub: '1',
    email: '',
    nickname: '',
    name: '',
    picture: null,
    created: null,
    permissions: [],
    org_ids: [],
  }

  const openApp = async () => {
    const read = deferred<{ user: UserProfile | null }, object>()
    const call = deferred<Answered, ResourceCall>()
    const look = deferred<RunResult, { resultId: string }>()
    const streams: { projectId: string; tell: (event: AnyEventObject) => void }[] = []
    const actor = createActor(
      appMachine.provide({
        actors: {
          signIn: signInMachine.provide({ actors: { readSession: read.logic, leave: fromPromise(async () => {}) } }),
          project: projectSwitchMachine.provide({
            actors: {
              fetchProjects: fromPromise(async (): Promise<ProjectList | null> => projects),
              fetchQuota: fromPromise(async () => quota),
            },
          }),
          cache: cacheMachine.provide({
            actors: { resource: resourceMachine.provide({ actors: { call: call.logic } }) },
          }),
          live: liveMachine.provide({
            actors: {
              stream: fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(
                ({ input, sendBack }) => {
                  streams.push({ projectId: input.projectId, tell: sendBack })
                },
              ),
            },
          }),
          run: runMachine.provide({
            actors: { request: fromPromise(async () => ({ result_id: 'r1', location_id: 'here' })), look: look.logic },
          }),
        },
      }),
      {
        input: {
          href: '/',
          signIn: { cameBack: false, secure: true },
          preferences: null,
          remembered: { remembered: null, ofTab: null },
          version: '1',
          now: () => 0,
        },
      },
    ).start()
    const signIn = async () => {
      read.last().resolve({ user })
      for (let step = 0; step < 4; step++) await heard()
    }
    const of = (name: string) => actor.system.get(name)
    return { actor, read, call, look, streams, signIn, of }
  }

  test('starts by finding the session, then opens a project and follows it', async () => {
    const { actor, streams, signIn, of } = await openApp()
    expect(actor.getSnapshot().value).toBe('starting')
    expect(of('project')).toBeUndefined()
    await signIn()
    expect(actor.getSnapshot().value).toEqual({ signedIn: 'ready' })
    expect(streams.map(({ projectId }) => projectId)).toEqual(['a'])
    for (const name of [
      'navigation',
      'sign-in',
      'project',
      'cache',
      'console',
      'live',
      'connection',
      'toasts',
      'undo',
      'preferences',
    ])
      expect(of(name), name).toBeDefined()
  })

  test('does not sign in again when the sign-in machine changes otherwise', async () => {
    const { streams, signIn, of } = await openApp()
    await signIn()
    const project = of('project')
    of('sign-in').send({ type: 'RETRY' })
    expect(of('project')).toBe(project)
    expect(streams.length).toBe(1)
  })

  test('treats nobody as signed out', async () => {
    const { actor, read } = await openApp()
    read.last().resolve({ user: null })
    await heard()
    expect(actor.getSnapshot().value).toBe('signedOut')
  })

  test('aborts and clears the data of the previous project and replaces its stream', async () => {
    const { call, streams, signIn, of } = await openApp()
    await signIn()
    of('cache').send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    of('project').send({ type: 'SWITCH', id: 'b' })
    for (let step = 0; step < 4; step++) await heard()
    expect(call.last().signal.aborted).toBe(true)
    expect(of('cache').getSnapshot().context.resources).toEqual({})
    expect(streams.map(({ projectId }) => projectId)).toEqual(['a', 'b'])
  })

  test('stops the project and clears its data on sign-out, and starts anew at the next sign-in', async () => {
    const { actor, call, signIn, of } = await openApp()
    await signIn()
    of('cache').send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    of('sign-in').send({ type: 'SIGN_OUT' })
    await heard()
    expect(actor.getSnapshot().value).toBe('signedOut')
    expect([of('project'), of('live')]).toEqual([undefined, undefined])
    expect(call.last().signal.aborted).toBe(true)
    expect(of('cache').getSnapshot().context.resources).toEqual({})
    of('sign-in').send({ type: 'RETRY' })
    await signIn()
    expect(actor.getSnapshot().value).toEqual({ signedIn: 'ready' })
  })

  test('polls a run at once when its result is announced, and shows one toast', async () => {
    const { actor, look, streams, signIn, of } = await openApp()
    await signIn()
    actor.send({ type: 'RUN', id: 'run-1', callId: 'm1' })
    actor.send({ type: 'RUN', id: 'run-1', callId: 'm1' })
    await heard()
    const { id, result_category, http_code, response_time, location_id } = passed
    const event = {
      type: 'result',
      id,
      call_id: 'm1',
      location_id,
      result_category,
      http_code,
      response_time,
      time: '1',
    }
    streams.at(-1)?.tell({ type: 'EVENT', event, id: '1' })
    expect(look.last().input).toEqual({ resultId: 'r1' })
    expect(of('cache').getSnapshot().context.heard.length).toBe(1)
    look.last().resolve(passed)
    await heard()
    expect(of('toasts').getSnapshot().context.toasts).toMatchObject([
      { text: 'checkout: PASS in 120 ms from here.', category: 'PASS' },
    ])
    expect(actor.getSnapshot().context.runs).toEqual({})
  })

  test('shows one message for runs that one action started, and fills it up', async () => {
    const { actor, signIn, of } = await openApp()
    await signIn()
    const toasts = () => of('toasts').getSnapshot().context.toasts
    const batch = { id: 'batch-1', of: 3 }
    for (const id of ['run-1', 'run-2', 'run-3']) actor.send({ type: 'RUN', id, callId: id, name: 'checkout', batch })
    expect(toasts()).toMatchObject([{ text: '0 of 3 run', category: 'QUEUED' }])
    await heard()
    const end = (id: string, outcome: Partial<RunOutcome>) =>
      actor.send({ type: 'RUN_ENDED', id, ending: 'done', result: null, error: null, ...outcome })
    end('run-1', { result: { ...passed, created: '2026-11-21T10:00:00Z' } })
    expect(toasts()).toMatchObject([{ text: '1 of 3 run: 1 pass', category: 'QUEUED' }])
    end('run-2', { result: { ...passed, result_category: 'FAIL' } })
    end('run-3', { ending: 'failed', error: 'No agent is there.' })
    expect(toasts()).toMatchObject([
      { text: '3 run: 1 pass, 1 fail, 1 not run. No agent is there.', category: 'FAIL', link: { to: 'results' } },
    ])
    expect(actor.getSnapshot().context).toMatchObject({ runs: {}, batches: {}, batchOf: {} })
  })

  test('says that a run is queued only once the server has queued it', async () => {
    const { actor, signIn, of } = await openApp()
    await signIn()
    const toasts = () => of('toasts').getSnapshot().context.toasts
    actor.send({ type: 'RUN', id: 'run-1', callId: 'm1', name: 'checkout' })
    expect(toasts()).toMatchObject([{ text: '“checkout” is being started', category: 'QUEUED' }])
    await heard()
    expect(toasts()).toMatchObject([{ text: '“checkout” queued', category: 'QUEUED' }])
  })

  test('reloads a project that changed', async () => {
    const { streams, signIn, of } = await openApp()
    await signIn()
    const event = { type: 'object', kind: 'project', id: 'a', change: 'updated', by: null }
    streams.at(-1)?.tell({ type: 'EVENT', event, id: '1' })
    expect(of('project').getSnapshot().value).toEqual({ ready: 'refreshing' })
  })

  test('keeps the latest failure of any call', async () => {
    const { actor, call, signIn, of } = await openApp()
    await signIn()
    of('cache').send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    call.last().reject(
      new CallError({
        operation: 'monitor.list',
        message: 'No.',
        status: 500,
        statusText: '',
        url: '',
        problems: [],
        body: null,
        at: 1,
      }),
    )
    await heard()
    expect(actor.getSnapshot().context.latest?.status).toBe(500)
  })
})

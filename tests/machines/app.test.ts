import { describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { appMachine } from '../../machines/app.ts'
import { backOffMs, liveMachine } from '../../machines/live.ts'
import { type ProjectList, projectSwitchMachine, type Quota } from '../../machines/project-switch.ts'
import { cacheMachine } from '../../machines/resource/cache.ts'
import { CallError } from '../../machines/resource/failure.ts'
import { type Answered, type ResourceCall, resourceMachine } from '../../machines/resource/resource.ts'
import {
  type Accepted,
  AGAIN_MS,
  MOST_TRIES,
  POLL_MS,
  type RunInput,
  type RunResult,
  runMachine,
  sentenceOf,
} from '../../machines/run.ts'
import { signInMachine, type UserProfile } from '../../machines/sign-in.ts'
import { deferred, heard } from './deferred.ts'

const result = (result_category: RunResult['result_category']): RunResult => ({
  id: 'r1',
  result_category,
  http_code: 200,
  response_time: 120.4,
  location_id: 'here',
  test: 'checkout',
  created: '',
})
const failureOf = (status: number | null) =>
  new CallError({
    operation: 'monitor.run',
    message: 'No.',
    status,
    statusText: '',
    url: '',
    problems: [],
    body: null,
    at: 1,
  })

const openRun = () => {
  const request = deferred<Accepted, Required<RunInput>>()
  const look = deferred<RunResult, { resultId: string }>()
  const clock = new SimulatedClock()
  const actor = createActor(runMachine.provide({ actors: { request: request.logic, look: look.logic } }), {
    clock,
    input: { callId: 'm1', key: 'k' },
  }).start()
  const accept = async () => {
    request.last().resolve({ result_id: 'r1', location_id: 'here' })
    await heard()
  }
  const see = async (category: RunResult['result_category']) => {
    look.last().resolve(result(category))
    await heard()
  }
  return { actor, clock, request, look, accept, see, now: () => actor.getSnapshot().value }
}

describe('A run on demand', () => {
  test('is looked for every five seconds until it is no longer queued', async () => {
    const { actor, clock, look, accept, see, now } = openRun()
    await accept()
    clock.increment(POLL_MS - 1)
    expect([POLL_MS, look.calls.length]).toEqual([5_000, 0])
    clock.increment(1)
    await see('QUEUED')
    expect(now()).toBe('waiting')
    clock.increment(POLL_MS)
    await see('PASS')
    expect(actor.getSnapshot().output).toMatchObject({ ending: 'done', result: { result_category: 'PASS' } })
  })

  test('is looked for at once when the stream tells of it, even before the answer to the request', async () => {
    const { actor, look, accept } = openRun()
    await accept()
    actor.send({ type: 'SETTLED', resultId: 'another' })
    expect(look.calls.length).toBe(0)
    actor.send({ type: 'SETTLED', resultId: 'r1' })
    expect(look.last().input).toEqual({ resultId: 'r1' })
    const early = openRun()
    early.actor.send({ type: 'SETTLED', resultId: 'r1' })
    await early.accept()
    expect(early.now()).toBe('looking')
  })

  test('a request that was refused has failed; one that the network lost is made again, three times, as the same run', async () => {
    const refused = openRun()
    refused.request.last().reject(failureOf(422))
    await heard()
    expect(refused.actor.getSnapshot().output).toMatchObject({ ending: 'failed', error: 'No.' })
    const { actor, clock, request, now } = openRun()
    for (let again = 0; again < MOST_TRIES; again++) {
      request.last().reject(failureOf(null))
      await heard()
      expect(now()).toBe('retrying')
      clock.increment(AGAIN_MS)
    }
    expect(request.calls.map(({ input }) => input.key)).toEqual(['k', 'k', 'k', 'k'])
    request.last().reject(failureOf(null))
    await heard()
    expect(actor.getSnapshot().output).toMatchObject({ ending: 'failed' })
  })

  test('that is cancelled is only no longer followed, and says so', async () => {
    const { actor, accept } = openRun()
    await accept()
    actor.send({ type: 'CANCEL' })
    const { output } = actor.getSnapshot()
    expect(output?.ending).toBe('cancelled')
    expect(output && sentenceOf(output)).toContain('It goes on')
  })
})

describe('The live stream', () => {
  const openLive = () => {
    const streams: { input: unknown; ended: boolean; tell: (event: AnyEventObject) => void }[] = []
    const clock = new SimulatedClock()
    const stream = fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(({ input, sendBack }) => {
      const one = { input, ended: false, tell: sendBack }
      streams.push(one)
      return () => {
        one.ended = true
      }
    })
    const actor = createActor(liveMachine.provide({ actors: { stream } }), { clock }).start()
    const tell = (event: AnyEventObject) => streams.at(-1)?.tell(event)
    return { actor, clock, streams, tell, now: () => actor.getSnapshot().value }
  }

  test('one connection lives until it is lost, and is taken up again from the last event', () => {
    const { actor, clock, streams, tell, now } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    tell({ type: 'OPENED' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: '7' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: null })
    expect([now(), streams.length]).toEqual(['open', 1])
    tell({ type: 'LOST' })
    expect([now(), streams[0]?.ended]).toEqual(['waiting', true])
    clock.increment(1_000)
    expect(streams.map(({ input }) => input)).toEqual([
      { projectId: 'a', lastId: null },
      { projectId: 'a', lastId: '7' },
    ])
  })

  test('waits 1, 2, 5, 15 and then 30 seconds, less where the network is back', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map(backOffMs)).toEqual([
      1_000, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000, 30_000,
    ])
    const { actor, clock, streams, tell } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    for (const waitMs of [1_000, 2_000, 5_000, 15_000, 30_000, 30_000]) {
      tell({ type: 'LOST' })
      const before = streams.length
      clock.increment(waitMs - 1)
      expect(streams.length).toBe(before)
      clock.increment(1)
      expect(streams.length).toBe(before + 1)
    }
    tell({ type: 'LOST' })
    actor.send({ type: 'ONLINE' })
    expect(streams.length).toBe(8)
  })

  test('another project is another stream, from now on; the same goes on', () => {
    const { actor, streams, tell, now } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: '7' })
    actor.send({ type: 'START', projectId: 'a' })
    expect(streams.length).toBe(1)
    actor.send({ type: 'START', projectId: 'b' })
    expect(streams.map(({ input, ended }) => [input, ended])).toEqual([
      [{ projectId: 'a', lastId: null }, true],
      [{ projectId: 'b', lastId: null }, false],
    ])
    actor.send({ type: 'STOP' })
    expect([now(), streams.at(-1)?.ended]).toEqual(['off', true])
  })
})

describe('The app', () => {
  // Of the list and the quota only these are read here.
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
      { input: { href: '/', signIn: { cameBack: false, secure: true }, preferences: null, remembered: null } },
    ).start()
    const signIn = async () => {
      read.last().resolve({ user })
      for (let step = 0; step < 4; step++) await heard()
    }
    const of = (name: string) => actor.system.get(name)
    return { actor, read, call, look, streams, signIn, of }
  }

  test('starts by deciding who is here, then which project is open, then follows it', async () => {
    const { actor, streams, signIn, of } = await openApp()
    expect(actor.getSnapshot().value).toBe('starting')
    expect(of('project')).toBeUndefined()
    await signIn()
    expect(actor.getSnapshot().value).toEqual({ signedIn: 'ready' })
    expect(streams.map(({ projectId }) => projectId)).toEqual(['a'])
    for (const name of ['navigation', 'sign-in', 'project', 'cache', 'console', 'live', 'toasts', 'preferences'])
      expect(of(name), name).toBeDefined()
  })

  test('nobody here is signed out', async () => {
    const { actor, read } = await openApp()
    read.last().resolve({ user: null })
    await heard()
    expect(actor.getSnapshot().value).toBe('signedOut')
  })

  test('another project: what was loaded of the first is aborted and gone, and its stream is another', async () => {
    const { call, streams, signIn, of } = await openApp()
    await signIn()
    of('cache').send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    of('project').send({ type: 'SWITCH', id: 'b' })
    for (let step = 0; step < 4; step++) await heard()
    expect(call.last().signal.aborted).toBe(true)
    expect(of('cache').getSnapshot().context.resources).toEqual({})
    expect(streams.map(({ projectId }) => projectId)).toEqual(['a', 'b'])
  })

  test('signing out stops the project and clears what was loaded, and a second sign-in begins anew', async () => {
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

  test('a result that is heard of is looked at at once, and told in one line', async () => {
    const { actor, look, streams, signIn, of } = await openApp()
    await signIn()
    actor.send({ type: 'RUN', id: 'run-1', callId: 'm1' })
    actor.send({ type: 'RUN', id: 'run-1', callId: 'm1' })
    await heard()
    const { id, result_category, http_code, response_time, location_id } = result('PASS')
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
    look.last().resolve(result('PASS'))
    await heard()
    expect(of('toasts').getSnapshot().context.toasts).toMatchObject([{ text: 'checkout: PASS in 120 ms from here.' }])
    expect(actor.getSnapshot().context.runs).toEqual({})
  })

  test('a change of the project itself is read', async () => {
    const { streams, signIn, of } = await openApp()
    await signIn()
    const event = { type: 'object', kind: 'project', id: 'a', change: 'updated', by: null }
    streams.at(-1)?.tell({ type: 'EVENT', event, id: '1' })
    expect(of('project').getSnapshot().value).toEqual({ ready: 'refreshing' })
  })

  test('a failure of any call is the latest of the app', async () => {
    const { actor, call, signIn, of } = await openApp()
    await signIn()
    of('cache').send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    call.last().reject(failureOf(500))
    await heard()
    expect(actor.getSnapshot().context.latest?.status).toBe(500)
  })
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { followWorkflow, lookAfterMs, startRun } from '../../../src/commands/headless/follow.ts'

/** A run whose result comes after some time, with the times of the looks at it. */
const awaited = async (doneAfterMs: number, timeoutMs: number) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const began = Date.now()
  const looks: number[] = []
  // The answers that a run is followed by.
  const call = (async () => {
    const ms = Date.now() - began
    looks.push(ms)
    return { result_category: ms >= doneAfterMs ? 'PASS' : 'QUEUED', response_time: 4 }
  }) as unknown as World['call']
  const request = async () => ({ result_id: 'result', location_id: 'local' })
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call' },
    { call, request, waiting: { timeoutMs }, runs: 1 },
  )
  await vi.advanceTimersByTimeAsync(timeoutMs)
  return { run: await following, looks }
}

test('a short run is looked at soon', async () => {
  const { run, looks } = await awaited(4, 1_000)
  expect(run).toMatchObject({ category: 'PASS', error: null })
  expect(looks).toHaveLength(1)
})

test('a server that is starting ends no waiting, as one that is away does not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const starting = new CallError({
    operation: 'result.read',
    message: 'The server is starting.',
    status: 503,
    statusText: '',
    url: '/',
    problems: [],
    body: null,
    at: 0,
  })
  let [asked, looks] = [0, 0]
  const call = (async () => {
    looks += 1
    if (looks === 1) throw starting
    return { result_category: 'PASS', response_time: 4 }
  }) as unknown as World['call']
  const request = async () => {
    asked += 1
    if (asked === 1) throw starting
    return { result_id: 'result', location_id: 'local' }
  }
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call' },
    { call, request, waiting: { timeoutMs: 20_000 }, runs: 1 },
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await following).toMatchObject({ category: 'PASS', error: null })
  expect([asked, looks]).toEqual([2, 2])
})

test('a run is looked at once more at the deadline', async () => {
  const { run, looks } = await awaited(1_400, 1_500)
  expect(run).toMatchObject({ category: 'PASS', error: null })
  expect(looks.at(-1)).toBe(1_500)
})

test('a run that is not over at the deadline is late', async () => {
  const { run } = await awaited(2_000, 1_500)
  expect(run).toMatchObject({ category: null, isLost: false, error: expect.stringContaining('not over after 2 s') })
})

test('a workflow is looked at soon, and once more at the deadline', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const followed = async (doneAfterMs: number) => {
    const began = Date.now()
    const looks: number[] = []
    // The answers that a workflow is followed by.
    const call = (async () => {
      looks.push(Date.now() - began)
      const isDone = Date.now() - began >= doneAfterMs
      return { meta: { status: isDone ? 'COMPLETE' : 'RUNNING', result_category: isDone ? 'PASS' : null }, timing: {} }
    }) as unknown as World['call']
    const started = { workflow_result_id: 'r', workflow_id: 'w', location_id: 'local' } as Parameters<
      typeof followWorkflow
    >[2]
    const following = followWorkflow('w', 'Flow', started, { call, waiting: { timeoutMs: 1_500 }, runs: 1 })
    await vi.advanceTimersByTimeAsync(1_500)
    return { run: await following, looks }
  }
  const soon = await followed(4)
  expect(soon.run).toMatchObject({ category: 'PASS' })
  expect(soon.looks.at(-1)).toBeLessThan(500)
  expect((await followed(1_500)).run).toMatchObject({ category: 'PASS' })
  expect((await followed(1_501)).run).toMatchObject({ category: null, error: expect.stringContaining('not over') })
})

test('however many runs are followed, the looks stay within what a server takes of one caller', () => {
  const perMinute = (runs: number): number => {
    let looks = 0
    for (let ms = lookAfterMs(0, runs); ms < 60_000; ms += lookAfterMs(looks, runs)) looks += 1
    return looks * runs
  }
  for (const runs of [1, 10, 40, 105, 400]) expect([runs, perMinute(runs) < 3_500]).toEqual([runs, true])
})

test('whoever interrupts the waiting is told at once that the run continues, with its id', async () => {
  let interrupt = () => {}
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve
  })
  const waiting = { timeoutMs: 600_000, interrupted }
  let looks = 0
  // A server that never answers a look.
  const call = (() => {
    looks += 1
    if (looks === 2) interrupt()
    return new Promise(() => {})
  }) as unknown as World['call']
  const request = async () => ({ result_id: 'result', location_id: 'local' })
  const ofMonitor = startRun({ type: 'RUN', id: 'key', callId: 'call' }, { call, request, waiting, runs: 2 })
  const started = { workflow_result_id: 'flow-result', workflow_id: 'w', location_id: 'local' } as Parameters<
    typeof followWorkflow
  >[2]
  const ofWorkflow = followWorkflow('w', 'Flow', started, { call, waiting, runs: 2 })
  const continues = { category: null, isLost: false, error: expect.stringContaining('It continues.') }
  expect(await ofMonitor).toMatchObject({ ...continues, resultId: 'result' })
  expect(await ofWorkflow).toMatchObject({ ...continues, resultId: 'flow-result' })
})

test('a run whose start is interrupted may have been started', async () => {
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call' },
    {
      call: (() => new Promise(() => {})) as unknown as World['call'],
      request: () => new Promise(() => {}),
      waiting: { timeoutMs: 600_000, interrupted: Promise.resolve() },
      runs: 1,
    },
  )
  expect(await following).toMatchObject({ resultId: null, error: expect.stringContaining('may have been started') })
})

import { expect, onTestFinished, test, vi } from 'vitest'
import type { World } from '../../../src/commands/core/world.ts'
import { followWorkflow, startRun } from '../../../src/commands/headless/follow.ts'

/** A simulated clock: `after` resolves once it has come so far, and `pass` lets milliseconds pass in steps. */
const openClock = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const due: { readonly at: number; readonly done: () => void }[] = []
  const after = (ms: number) => new Promise<void>((done) => void due.push({ at: Date.now() + ms, done }))
  const pass = async (ms: number) => {
    for (let step = 0; step < ms; step += 500) {
      await vi.advanceTimersByTimeAsync(500)
      for (const { at, done } of due) if (at <= Date.now()) done()
    }
    await vi.advanceTimersByTimeAsync(0)
  }
  return { after, pass }
}
type Clock = ReturnType<typeof openClock>

/** What a run of a monitor and one of a workflow come to at a server, with a deadline after 20 s. */
const ends = async (serve: (clock: Clock) => Promise<unknown>) => {
  const clock = openClock()
  const call = (() => serve(clock)) as unknown as World['call']
  const following = { call, waiting: { timeoutMs: 20_000 }, runs: 2, patience: clock.after }
  const request = async () => ({ result_id: 'result', location_id: 'local' })
  const both = [
    startRun({ type: 'RUN', id: 'key', callId: 'call', name: 'Checkout' }, { ...following, request }),
    followWorkflow(
      'w',
      'Flow',
      { workflow_id: 'w', workflow_result_id: 'result', location_id: 'local' } as Parameters<typeof followWorkflow>[2],
      following,
    ),
  ]
  await clock.pass(26_000)
  return Promise.all(both)
}

const twice = (run: object) => [expect.objectContaining(run), expect.objectContaining(run)]

test('a run whose server falls silent is lost, and not late, soon after its deadline', async () => {
  const lost = { category: null, isLost: true, error: 'The server does not answer: nothing is known of the result.' }
  expect(await ends(() => new Promise(() => {}))).toEqual(twice(lost))
})

test('a run whose server answers slowly is late, and not lost', async () => {
  const queued = { result_category: 'QUEUED', meta: { status: 'RUNNING', result_category: null }, timing: {} }
  const slow = ({ after }: Clock) => after(4_000).then(() => queued)
  expect(await ends(slow)).toEqual(twice({ category: null, isLost: false, error: expect.stringContaining('not over') }))
})

test('a run whose server is away is lost, and ends no other', async () => {
  const away = () => Promise.reject(new Error('The server cannot be reached.'))
  expect(await ends(away)).toEqual(twice({ category: null, isLost: true, error: 'The server cannot be reached.' }))
})

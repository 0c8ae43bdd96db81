import { expect, onTestFinished, test, vi } from 'vitest'
import type { World } from '../../../src/commands/core/world.ts'
import { followWorkflow, startRun } from '../../../src/commands/headless/follow.ts'

/** A server that takes requests and never answers. */
const silent = (() => new Promise(() => {})) as unknown as World['call']

/** It ends at once: what it waits for never comes. */
const patience = async () => {}

const fakeTime = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('a run whose server falls silent is lost, and not late, soon after its deadline', async () => {
  fakeTime()
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call', name: 'Checkout' },
    {
      call: silent,
      request: async () => ({ result_id: 'result', location_id: 'local' }),
      waiting: { timeoutMs: 20_000 },
      runs: 1,
      patience,
    },
  )
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await following).toMatchObject({
    category: null,
    isLost: true,
    error: 'The server does not answer: nothing is known of the result.',
  })
})

test('so is a run of a workflow', async () => {
  fakeTime()
  const following = followWorkflow(
    'w',
    'Flow',
    { workflow_id: 'w', workflow_result_id: 'result', location_id: 'local' },
    { call: silent, pause: async () => {}, waiting: { timeoutMs: 20_000 }, runs: 1, patience },
  )
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await following).toMatchObject({ category: null, isLost: true, error: expect.stringContaining('not answer') })
})

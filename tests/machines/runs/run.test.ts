import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { CallError, type FieldProblem } from '../../../machines/resource/failure.ts'
import {
  type Accepted,
  categoryOf,
  MAX_TRIES,
  POLL_MS,
  RETRY_DELAYS_MS,
  type RunInput,
  type RunResult,
  runMachine,
  sentenceOf,
} from '../../../machines/runs/run.ts'
import { deferred, heard } from '../deferred.ts'

const result = (result_category: RunResult['result_category']): RunResult => ({
  id: 'r1',
  result_category,
  http_code: 200,
  response_time: 120.4,
  location_id: 'here',
  test: 'checkout',
  created: '',
})
const failureOf = (status: number | null, problems: readonly FieldProblem[] = []) =>
  new CallError({
    operation: 'monitor.run',
    message: 'No.',
    status,
    statusText: '',
    url: '',
    problems,
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
  test('is polled every five seconds until it is no longer queued', async () => {
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

  test('is polled at once when the stream reports it, even before the response to the request', async () => {
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

  test('shows a refusal as a failure, with the message of the field', async () => {
    const { actor, request } = openRun()
    request.last().reject(failureOf(422, [{ field: 'context', message: 'context: code may not be sent there.' }]))
    await heard()
    const output = actor.getSnapshot().output
    expect(output && [categoryOf(output), sentenceOf(output)]).toEqual(['FAIL', 'code may not be sent there.'])
  })

  test('fails when it is refused; after a network failure it is retried three times as the same run', async () => {
    const refused = openRun()
    refused.request.last().reject(failureOf(422))
    await heard()
    expect(refused.actor.getSnapshot().output).toMatchObject({ ending: 'failed', error: 'No.' })
    const { actor, clock, request, now } = openRun()
    for (let again = 0; again < MAX_TRIES; again++) {
      request.last().reject(failureOf(null))
      await heard()
      expect(now()).toBe('retrying')
      clock.increment(RETRY_DELAYS_MS)
    }
    expect(request.calls.map(({ input }) => input.key)).toEqual(['k', 'k', 'k', 'k'])
    request.last().reject(failureOf(null))
    await heard()
    expect(actor.getSnapshot().output).toMatchObject({ ending: 'failed' })
  })

  test('that is cancelled is no longer followed, and says so', async () => {
    const { actor, accept } = openRun()
    await accept()
    actor.send({ type: 'CANCEL' })
    const { output } = actor.getSnapshot()
    expect(output?.ending).toBe('cancelled')
    expect(output && sentenceOf(output)).toContain('It continues')
  })
})

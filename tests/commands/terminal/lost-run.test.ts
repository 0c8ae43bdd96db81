import { expect, onTestFinished, test, vi } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { printOutcome } from '../../../src/cli/print-outcome.ts'
import { startRun } from '../../../src/commands/headless/follow.ts'
import { emptyOutcome, type StartedRun } from '../../../src/commands/headless/outcome.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { testIo } from './test-terminal.ts'

const command = commandById('monitor.run')
if (!command) throw new Error('There is no command that runs a monitor.')

const printed = (runs: StartedRun[]) => {
  const { io, out } = testIo()
  const code = printOutcome(
    { ...emptyOutcome(), runs },
    { flags: { wait: '' }, command, io, url: 'http://sonde', startedAt: 0 },
  )
  return { code, out: out() }
}

test('a run whose server goes away is no failure of what it checks', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const following = startRun(
    { type: 'RUN', id: 'key', callId: 'call', name: 'Checkout' },
    {
      call: () => Promise.reject(new Error('The server cannot be reached.')),
      request: async () => ({ result_id: 'result', location_id: 'local' }),
      waiting: { timeoutMs: 10_000 },
      runs: 1,
    },
  )
  await vi.advanceTimersByTimeAsync(10_000)
  const lost = await following
  expect(lost).toMatchObject({ category: null, isLost: true, error: 'The server cannot be reached.' })
  const { code, out } = printed([lost])
  expect(code).toBe(EXIT_CODES.unreachable.code)
  expect(out).not.toContain('FAIL')
  const failed: StartedRun = { ...lost, category: 'FAIL', isLost: false, error: null }
  expect(printed([lost, failed]).code).toBe(EXIT_CODES.failed.code)
  expect(printed([{ ...lost, isLost: false }]).code).toBe(EXIT_CODES.failed.code)
})

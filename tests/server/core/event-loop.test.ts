import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startServer } from '../../support/server.ts'
import { home } from '../../support/sources.ts'

/** Returns the output of a watched program whose loop is blocked this long (ms); `hungAfterMs` count as blocked. */
const said = async (hangsMs: number, hungAfterMs = 400): Promise<string> => {
  const program = join(home, 'tests/support/hung-program.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, String(hungAfterMs), String(hangsMs)], {
    cwd: home,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  await once(child, 'close')
  return text
}

test('a blocked loop is logged while it is blocked, with its position and the latest request, without values', async () => {
  const text = await said(2_000)
  expect(text).toMatch(/The event loop has been blocked for [\d.]+ s.*the latest request was for monitor\.judge\./)
  expect(text).toMatch(/is blocked here:\n {4}at spinUntilReleased \(.*hung-program\.ts:\d+:\d+\)/)
  expect(text).toMatch(/The event loop runs again after [\d.]+ s\./)
  expect(text).not.toContain('CANARY-VALUE')
  expect(text).toContain('ended well')
})

test('a running loop is not logged', async () => {
  // Longer than a busy machine keeps a program waiting, shorter than the program runs.
  expect(await said(0, 1_200)).toBe('ended well\n')
})

test('health reports the loop delay of the last minute', async () => {
  const running = await startServer()
  try {
    await eventually(async () => (await running.api.call('GET', '/api/health')).status === 200, { what: 'readiness' })
    const until = Date.now() + 200
    while (Date.now() < until);
    const { event_loop_delay_ms } = await running.api.get<{
      event_loop_delay_ms: { p50: number; p99: number; max: number }
    }>('/api/health')
    expect(event_loop_delay_ms.max).toBeGreaterThan(50)
    expect(event_loop_delay_ms.p50).toBeLessThanOrEqual(event_loop_delay_ms.p99)
    expect(event_loop_delay_ms.p99).toBeLessThanOrEqual(event_loop_delay_ms.max)
  } finally {
    await running.stop()
  }
})

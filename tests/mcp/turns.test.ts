import { expect, test } from 'vitest'
import { busyAnswer } from '../../src/mcp/busy-answer.ts'
import { openTurns } from '../../src/mcp/turns.ts'

const here = new AbortController().signal

/** Turns of two at a time, whose patience ends when the test says so. */
const openTwo = () => {
  let giveUp = () => {}
  const over = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const patience = (signal: AbortSignal) =>
    Promise.race([
      over,
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  return { turns: openTurns({ most: 2, mostWaiting: 2, patience }), giveUp: () => giveUp() }
}

test('a request beyond the limit waits, and gets its turn in the order in which it came', async () => {
  const { turns } = openTwo()
  const first = await turns.take('a', here)
  const second = await turns.take('a', here)
  const order: string[] = []
  const waiting = ['third', 'fourth'].map(async (name) => {
    const end = await turns.take('a', here)
    order.push(name)
    end?.()
    return end
  })
  expect(await turns.take('a', here)).toBe(null)
  expect(await turns.take('b', here)).not.toBe(null)
  first?.()
  expect((await Promise.all(waiting)).every((end) => end !== null)).toBe(true)
  expect(order).toEqual(['third', 'fourth'])
  second?.()
  // Nothing is left behind: two work at a time again.
  const again = [await turns.take('a', here), await turns.take('a', here)]
  expect(again.every((end) => end !== null)).toBe(true)
})

test('a request that has waited long enough, or whose client is gone, gives its place up', async () => {
  const { turns, giveUp } = openTwo()
  const end = await turns.take('a', here)
  await turns.take('a', here)
  const client = new AbortController()
  const gone = turns.take('a', client.signal)
  client.abort()
  expect(await gone).toBe(null)
  const late = turns.take('a', here)
  giveUp()
  expect(await late).toBe(null)
  end?.()
  expect(await turns.take('a', here)).not.toBe(null)
})

test('a model reads why it was not answered', () => {
  const ask = (message: object) => busyAnswer(JSON.stringify({ jsonrpc: '2.0', ...message }), 'Wait.', 1)
  expect(ask({ id: 7, method: 'tools/call' })).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { isError: true, content: [{ type: 'text', text: 'Wait.' }] },
  })
  expect(ask({ id: 'x', method: 'tools/list' })).toMatchObject({ id: 'x', error: { code: -32_000, message: 'Wait.' } })
  for (const text of ['', 'null', '[]', '{"method":"notifications/initialized"}'])
    expect(busyAnswer(text, 'Wait.', 1)).toBe(null)
})

import { expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { startServer } from '../../support/server.ts'

test('a server that stops answers agents that wait for work and people who ask, and logs no fault', async () => {
  const { server, api, log, stop } = await startServer()
  const agents = await Promise.all(['one', 'two', 'three'].map((name) => joinAgent(api, server.joinToken, name)))
  let isOver = false
  const statuses = new Set<unknown>()
  // Each asks again as soon as it has an answer, as agents and open pages do.
  const again = async (ask: () => Promise<unknown>) => {
    while (!isOver)
      await ask().catch(({ message }: Error) => {
        statuses.add(/: (\d{3}) /.exec(message)?.[1])
        // The door is closed.
        if (/fetch failed/.test(message)) isOver = true
      })
  }
  const first = Promise.all(agents.map((agent) => agent.work(10, 20)))
  const asking = [
    ...agents.map((agent) => again(() => agent.work(10, 20))),
    ...agents.map(() => again(() => api.get('/api/3/monitors/'))),
  ]
  await api.get('/api/3/monitors/')
  await stop()
  isOver = true
  expect(await first).toEqual([[], [], []])
  await Promise.all(asking)
  expect([...statuses].filter((status) => status !== undefined && status !== '503')).toEqual([])
  expect(log.filter((line) => /error|:\d+:\d+/i.test(line))).toEqual([])
})

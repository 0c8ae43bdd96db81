import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Job } from '../../src/agent/runner/request.ts'
import { serverNow, start } from './started-agent.ts'
import { httpServer, jobFor } from './world.ts'

const job = (port: number, id: string, dueMs = 0): Job =>
  jobFor(`http://127.0.0.1:${port}/`, { id, due: new Date(Date.now() + dueMs).toISOString() })

/** A target whose calls stay open until the test answers them. */
const openTarget = async () => {
  const open: ServerResponse[] = []
  let came: (() => void) | undefined
  const port = await httpServer((_, response) => {
    open.push(response)
    came?.()
  })
  const called = async (): Promise<ServerResponse> => {
    while (open.length === 0)
      await new Promise<void>((resolve) => {
        came = resolve
      })
    return open[0] as ServerResponse
  }
  return { port, called }
}

test('an agent that stops gives back at once what it has not begun, and finishes what it runs', async () => {
  const { port, called } = await openTarget()
  const server = await serverNow()
  server.offer(job(port, 'running'), job(port, 'waiting', 60_000))
  const agent = start(server, {}, 10_000)
  const response = await called()
  agent.stop()
  await server.until(() => server.asked.some(({ held }) => held?.length === 1))
  expect(server.asked.findLast(({ held }) => held)?.held).toEqual(['running'])
  response.end('ok')
  await agent.ended
  expect([...server.results.keys()]).toEqual(['running'])
})

test('a call that takes longer than the agent may is given back as well', async () => {
  const { port, called } = await openTarget()
  const server = await serverNow()
  server.offer(job(port, 'endless'))
  const agent = start(server, {}, 50)
  await called()
  agent.stop()
  await agent.ended
  expect(server.asked.findLast(({ held }) => held)?.held).toEqual([])
  expect(server.results.size).toBe(0)
})

test('when the server is back, the agent says which runs it still has', async () => {
  const { port, called } = await openTarget()
  const server = await serverNow()
  server.offer(job(port, 'running'))
  const agent = start(server, {}, 10_000)
  const response = await called()
  await server.vanish()
  const before = server.asked.length
  await server.open()
  await server.until(() => server.asked.slice(before).some(({ held }) => held !== undefined))
  expect(server.asked.slice(before).find(({ held }) => held)?.held).toEqual(['running'])
  response.end('ok')
  await server.until(() => server.results.has('running'))
  agent.stop()
  await agent.ended
})

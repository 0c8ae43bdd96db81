import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/store/core/database.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Run = { id: string; due: string }

let running: TestServer
let agent: HandAgent
let hookUrl: string
/** Offset of the server's clock from the machine's. */
let aheadMs = 0
const told: string[] = []
let heard: (() => void) | undefined

const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const { result_class, result_id } = JSON.parse(body)
    told.push(`${result_class} ${result_id}`)
    response.end()
    heard?.()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  hookUrl = `http://127.0.0.1:${port}/`
  running = await startServer({
    env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` },
    clock: () => Date.now() + aheadMs,
  })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await running.stop()
})

const contextText = async (count: number): Promise<string[]> => {
  while (told.length < count)
    await new Promise<void>((resolve) => {
      heard = resolve
    })
  return told.splice(0)
}

/** A monitor with two runs, the earlier one still running. */
const twoRuns = async (): Promise<[Run, Run]> => {
  const { api } = running
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  await api.post('/api/3/webhooks/', { monitor_id: id, alerts: ['FAIL', 'PASS'], parameters: { url: hookUrl } })
  const run = async (): Promise<Run> => {
    aheadMs += 10
    const asked = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    return { id: asked.result_id, due: new Date(Date.now() + aheadMs).toISOString() }
  }
  const first = await run()
  await agent.work()
  return [first, await run()]
}

test('a result that overtook a running earlier run waits for it, so alerts follow due times', async () => {
  const [first, second] = await twoRuns()
  await agent.report(reportOf(second))
  await agent.report(reportOf(first, failed))
  expect(await contextText(2)).toEqual([`FAIL ${first.id}`, `PASS ${second.id}`])
})

test('a result waits at most a few seconds, and the slow one counts when it arrives', async () => {
  const [first, second] = await twoRuns()
  await agent.report(reportOf(second, failed))
  aheadMs += 6_000
  expect(await contextText(1)).toEqual([`FAIL ${second.id}`])
  await agent.report(reportOf(first))
  expect(await contextText(1)).toEqual([`PASS ${first.id}`])
})

test('a snooze ends by itself, and reports what is still failing', async () => {
  const { api } = running
  const [first, second] = await twoRuns()
  const { data } = await api.get<{ data: { id: string }[] }>('/api/3/webhooks/')
  await api.post(`/api/2/webhooks/snooze/${data[0]?.id}`, { minutes: 1 })
  await agent.report(reportOf(first, failed), reportOf(second, failed))
  aheadMs += 61_000
  expect(await contextText(1)).toEqual([`FAIL ${second.id}`])
})

test('alerts that cover different results of one outage tell the same start', async () => {
  const { api } = running
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'two alerts' },
    request: { url: 'http://example.com/' },
  })
  for (const alerts of [['FAIL'], ['FAIL', 'WARNING']])
    await api.post('/api/3/webhooks/', { monitor_id: id, alerts, parameters: { url: hookUrl } })
  const run = async (): Promise<Run> => {
    aheadMs += 1_000
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    await agent.work()
    return { id: result_id, due: new Date(Date.now() + aheadMs).toISOString() }
  }
  await agent.report(reportOf(await run(), { result_category: 'WARNING', result: 'CONTENT_WARNING' }))
  const second = await run()
  await agent.report(reportOf(second, failed))
  await contextText(3)
  const database = openDatabase(running.databaseUrl, { connections: 1 })
  const sent = await database.db
    .selectFrom('delivery')
    .select('since')
    .where('result_id', '=', second.id)
    .execute()
    .finally(() => database.close())
  expect(sent).toHaveLength(2)
  expect(sent[0]?.since).toBe(sent[1]?.since)
})

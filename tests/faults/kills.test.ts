import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readNews, settle } from './news.ts'
import { tollOf, type Victim } from './toll.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const names: Record<Victim, string> = { server: 'the server', postgres: 'PostgreSQL', agent: 'an agent' }
const free = { kills: 3, lost: 0, doubled: 0, unopened: 0 }

for (const victim of ['agent', 'server', 'postgres'] as const)
  test(`${names[victim]} killed under load costs no acknowledged result and no due run, and doubles none`, async () => {
    expect(await tollOf(world, victim, 3, Math.random)).toEqual(free)
  }, 180_000)

test('results acknowledged before a kill are readable after it', async () => {
  const { installation, reporter } = world
  await world.acknowledgedMore(20)
  const ids = [...reporter.acknowledged].slice(-20)
  await installation.kill()
  await installation.start()
  for (const id of ids)
    expect(await installation.api.get(`/api/2/results/${id}/?mode=full`)).toMatchObject({
      id,
      response: { status_code: 200, body: 'hello' },
    })
})

test('a killed embedded agent is replaced by one that works', async () => {
  const { installation } = world
  const killed = await eventually(async () => installation.agentPid(), { what: 'an embedded agent' })
  process.kill(killed, 'SIGKILL')
  const { id } = (await installation.api.get<{ data: { id: string }[] }>('/api/3/monitors/?limit=1')).data[0] ?? {}
  const asked = await installation.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {
    location_id: 'local',
  })
  const result = await eventually(async () => {
    const found = await installation.api.get<{ result_category: string }>(`/api/2/results/${asked.result_id}/`)
    return found.result_category !== 'QUEUED' && found
  })
  expect(result.result_category).toMatch(/^(PASS|FAIL)$/)
  expect(installation.agentPid()).not.toBe(killed)
})

test('finally, the runs of dead agents are repeated and every failure was sent, with one id', async () => {
  await settle(world)
  expect(world.receiver.messages.size).toBeGreaterThan(10)
  expect(await readNews(world)).toEqual({ forgotten: 0, surplus: 0 })
}, 200_000)

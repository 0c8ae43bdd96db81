import { setTimeout as wait } from 'node:timers/promises'
import { LEASE_MS } from '../../../src/server/dispatch/lease.ts'
import { joinAgent, reportOf } from '../../support/agent.ts'
import { startServer } from '../../support/server.ts'
import type { Attack } from '../attack.ts'

const POISON = 3
const INNOCENT = 40
const PASSES = 200

/** Agents that repeatedly crash on some runs, with many other agents. */
export const attack: Attack = async (say) => {
  let nowMs = Date.now()
  const running = await startServer({ clock: () => nowMs })
  try {
    const { api } = running
    const agent = await joinAgent(api, running.server.joinToken)
    const start = async (name: string): Promise<string> => {
      const request = { url: 'http://example.com/' }
      const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request })
      return (await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)).result_id
    }
    const poison = new Set<string>()
    const innocent = new Set<string>()
    for (let at = 0; at < POISON; at++) poison.add(await start(`poison ${at}`))
    for (let at = 0; at < INNOCENT; at++) innocent.add(await start(`innocent ${at}`))
    const leases = new Map<string, number>()
    for (let pass = 0; pass < PASSES; pass++) {
      const jobs = await agent.work(20, 0)
      for (const { id } of jobs) leases.set(id, (leases.get(id) ?? 0) + 1)
      if (jobs.some(({ id }) => poison.has(id))) {
        say(`poison job: an agent died with ${jobs.length} runs`)
        nowMs += LEASE_MS
      } else await agent.report(...jobs.map((job) => reportOf(job)))
      if (jobs.length === 0) await wait(100)
    }
    const countOf = async (ids: Iterable<string>, category: string): Promise<number> => {
      let count = 0
      for (const id of ids)
        if ((await api.get<{ result_category: string }>(`/api/2/results/${id}/`)).result_category === category) count++
      return count
    }
    const [judged, passed, most] = [
      await countOf(poison, 'WARNING'),
      await countOf(innocent, 'PASS'),
      Math.max(...leases.values()),
    ]
    return [
      { figure: `poison runs: without a result, of ${POISON}`, value: POISON - judged, unit: 'runs', target: '= 0' },
      { figure: 'poison runs: most leases of one', value: most, unit: 'leases', target: '<= 3' },
      {
        figure: `poison runs: runs beside them not done, of ${INNOCENT}`,
        value: INNOCENT - passed,
        unit: 'runs',
        target: '= 0',
      },
    ]
  } finally {
    await running.stop()
  }
}

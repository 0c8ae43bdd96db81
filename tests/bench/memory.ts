import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 1_000
const EVERY_SECONDS = 60
const IDLE_MS = 20_000
const LOOK_EVERY_MS = 1_000

/** Returns the memory of a process in MB, with its share of shared memory; 0 once it has ended. */
export const megabytesOf = (pid: number): number => {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
const total = (installation: Installation): number =>
  installation.pids().reduce((sum, pid) => sum + megabytesOf(pid), 0)

const peakWithin = async (installation: Installation, ms: number): Promise<number> => {
  let peak = 0
  for (const end = Date.now() + ms; Date.now() < end; await wait(LOOK_EVERY_MS))
    peak = Math.max(peak, total(installation))
  return peak
}

/** Measures the total memory of server, embedded agent and PostgreSQL, idle and under load. */
export const memoryBench = ({ minutes }: BenchOptions): Promise<Row[]> =>
  inWorkshop(async ({ installation, targetUrl }) => {
    await wait(IDLE_MS)
    const idle = total(installation)
    const urls = Array.from({ length: MONITORS }, () => `${targetUrl}/`)
    const monitors = await makeMonitors(installation, urls)
    await makeSchedule(installation, monitors, { everySeconds: EVERY_SECONDS, locations: ['local'] })
    const peak = await peakWithin(installation, minutes * 60_000)
    const part = (pid: number | undefined) => (pid === undefined ? 0 : megabytesOf(pid))
    const server = part(installation.serverPid())
    const agent = part(installation.agentPid())
    return [
      { figure: 'memory at rest: server, agent and PostgreSQL', value: idle, unit: 'MB (PSS)' },
      {
        figure: `memory with ${MONITORS} monitors a minute for ${minutes} min, peak`,
        value: peak,
        unit: 'MB (PSS)',
        target: '< 400',
      },
      { figure: 'of that, at the end: the server', value: server, unit: 'MB (PSS)' },
      { figure: 'of that, at the end: the agent', value: agent, unit: 'MB (PSS)' },
      { figure: 'of that, at the end: PostgreSQL', value: total(installation) - server - agent, unit: 'MB (PSS)' },
    ]
  })

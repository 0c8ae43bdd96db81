import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Lag, lagBetween } from '../bench/lag.ts'
import type { Installation } from './installation.ts'
import { makeMonitors, makeSchedule } from './many-monitors.ts'

const MONITORS = 30
const EVERY_SECONDS = 5
const SPAN_MS = 15_000
/** By then each of the silent monitors has been called. */
const NOISE_EVERY_SECONDS = 10

/** A target that takes every connection and never says anything. */
export const openSilence = async (): Promise<{ port: number; close(): void }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export type Neighbourhood = { alone: Lag; beside: Lag; expected: number }

/** The lag of a project's runs alone, and beside a project with `silent` monitors whose targets keep every call for two minutes. */
export const measureNeighbour = async (
  installation: Installation,
  { targetUrl, silencePort, silent }: { targetUrl: string; silencePort: number; silent: number },
): Promise<Neighbourhood> => {
  const { api } = installation
  const monitors = await makeMonitors(
    installation,
    Array.from({ length: MONITORS }, () => `${targetUrl}/`),
  )
  await makeSchedule(installation, monitors, { everySeconds: EVERY_SECONDS, locations: ['local'] })
  const measured = async (): Promise<Lag> => {
    const from = Date.now()
    await wait(SPAN_MS)
    const to = Date.now()
    await wait(2_000)
    return lagBetween(installation, from, to)
  }
  await wait(EVERY_SECONDS * 1000)
  const alone = await measured()
  const { api_key } = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'noise' })
  const noise = api.as(api_key)
  const targets: string[] = []
  for (let at = 0; at < silent; at++) {
    const request = { url: `http://127.0.0.1:${silencePort}/`, timeout_seconds: 120 }
    targets.push((await noise.post<{ id: string }>('/api/2/calls/', { meta: { name: `silent ${at}` }, request })).id)
  }
  const schedule = { name: 'noise', frequency: NOISE_EVERY_SECONDS, regions: [], locations: ['local'], targets }
  await noise.post('/api/3/schedules/', schedule)
  await wait((NOISE_EVERY_SECONDS + 2) * 1000)
  const beside = await measured()
  return { alone, beside, expected: (MONITORS * SPAN_MS) / (EVERY_SECONDS * 1000) }
}

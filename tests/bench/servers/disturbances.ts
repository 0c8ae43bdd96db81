import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../../support/installation.ts'
import { frozen, frozenWithin } from './freeze.ts'
import { programName, type Site } from './site.ts'

/** Something that happens to a part of the site while runs are due. */
export type Disturbance = {
  readonly name: string
  /** Servers that it does not happen to, by their numbers. */
  readonly others: readonly number[]
  /** Runs that it lets nobody make may be missing. */
  readonly prevents?: boolean
  happen(site: Site): Promise<void>
}

const ALL = [0, 1, 2]
const AWAY_MS = 10_000
const CUT_OFF_MS = 45_000

const serverOf = ({ servers }: Site, number: number): Installation => {
  const server = servers[number]
  if (!server) throw new Error(`There is no server ${number}.`)
  return server
}

const stopped = (number: number, seconds: number): Disturbance => ({
  name: `a server stopped for ${seconds} s`,
  others: ALL.filter((other) => other !== number),
  happen: (site) => frozen(serverOf(site, number), () => wait(seconds * 1_000)),
})

const stoppedWithin = (number: number, seconds: number): Disturbance => ({
  name: `a server stopped for ${seconds} s within a transaction`,
  others: ALL.filter((other) => other !== number),
  happen: async (site) => {
    const { postgres } = site
    const caught = { postgres, server: serverOf(site, number), program: programName(number) }
    await frozenWithin(caught, () => wait(seconds * 1_000))
  },
})

/** The disturbances, one after another, with different servers. */
export const disturbances: readonly Disturbance[] = [
  stopped(0, 20),
  stopped(1, 45),
  stopped(2, 60),
  stoppedWithin(0, 45),
  {
    ...stopped(1, 20),
    name: 'a server stopped for 20 s behind a proxy that does not ask for health',
    happen: async (site) => {
      site.proxy.looks = false
      await stopped(1, 20).happen(site)
      site.proxy.looks = true
    },
  },
  {
    name: 'a server killed (signal 9) and started after 10 s',
    others: [0, 1],
    happen: async (site) => {
      const server = serverOf(site, 2)
      await server.kill()
      await wait(AWAY_MS)
      await server.start()
    },
  },
  {
    name: 'PostgreSQL restarted',
    others: ALL,
    happen: async ({ postgres }) => {
      await postgres.stop('SIGINT')
      await postgres.start()
    },
  },
  {
    name: 'PostgreSQL stopped hard and started after 10 s',
    others: ALL,
    happen: async ({ postgres }) => {
      await postgres.stop('SIGQUIT')
      await wait(AWAY_MS)
      await postgres.start()
    },
  },
  {
    name: `an agent cut off for ${CUT_OFF_MS / 1_000} s`,
    others: ALL,
    prevents: true,
    happen: async ({ farLine }) => {
      farLine.hang()
      await wait(CUT_OFF_MS)
      farLine.mend()
    },
  },
]

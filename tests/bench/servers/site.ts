import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentProcess, startAgentProcess } from '../../support/agent-process.ts'
import { type FaultyLine, openFaultyLine } from '../../support/faulty-line.ts'
import { type Installation, openInstallation } from '../../support/installation.ts'
import { type MadeMonitor, makeMonitors, makeSchedule } from '../../support/many-monitors.ts'
import { buildPrograms } from '../../support/programs.ts'
import { thaw } from './freeze.ts'
import { openRoundRobin, type RoundRobin } from './round-robin.ts'
import { openSystemPostgres, type SystemPostgres } from './system-postgres.ts'
import { type Listener, openListener, openTarget, type Target } from './witnesses.ts'

const SERVERS = 3
const LOCATIONS = ['near', 'far']

/** Servers that share the system's PostgreSQL behind a proxy, with an agent at each of two locations. */
export type Site = {
  readonly postgres: SystemPostgres
  readonly servers: readonly Installation[]
  readonly proxy: RoundRobin
  readonly agents: readonly AgentProcess[]
  /** The far agent's line to the proxy. */
  readonly farLine: FaultyLine
  readonly target: Target
  readonly listener: Listener
  readonly monitors: readonly MadeMonitor[]
}

/** The name of a server's connections. */
export const programName = (server: number): string => `sonde_${server}`

/** Opens a site for one measurement, and stops everything afterwards, also after an error or a SIGINT. */
export const onSite = async <Result>(
  binaries: string,
  { monitors, everySeconds }: { monitors: number; everySeconds: number },
  measure: (site: Site) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-servers-'))
  chmodSync(folder, 0o755)
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const onClose = (close: () => unknown) => void closing.push(close)
  let closed: Promise<void> | null = null
  const closeAll = async () => {
    for (const one of closing.reverse()) await one()
  }
  // What fails because a signal closes the site must not end the process before that is done.
  const close = () => {
    closed ??= closeAll()
    return closed
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    const site = await open({ binaries, folder, onClose })
    const urls = Array.from({ length: monitors }, (_, index) => `${site.target.url}/${index}`)
    const [first] = site.servers
    if (!first) throw new Error('There is no server.')
    const made = await makeMonitors(first, urls)
    await first.api.post('/api/3/webhooks/', { alerts: ['FAIL'], parameters: { url: site.listener.url } })
    await makeSchedule(first, made, { everySeconds, locations: LOCATIONS })
    return await measure({ ...site, monitors: made })
  } finally {
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
    await close()
  }
}

const open = async ({
  binaries,
  folder,
  onClose,
}: {
  binaries: string
  folder: string
  onClose: (close: () => unknown) => void
}): Promise<Omit<Site, 'monitors'>> => {
  const programs = await buildPrograms()
  onClose(programs.remove)
  const target = await openTarget()
  onClose(target.close)
  const listener = await openListener()
  onClose(listener.close)
  const postgres = await openSystemPostgres(binaries, folder)
  onClose(() => postgres.stop('SIGINT'))

  const allowPrivate = `127.0.0.1:${target.port},127.0.0.1:${listener.port}`
  const servers: Installation[] = []
  for (let number = 0; number < SERVERS; number++) {
    const server = await openInstallation(
      programs,
      {
        DATABASE_URL: postgres.urlFor(programName(number)),
        SONDE_SECRET_KEY: 'a key that all servers of the bench have',
        SONDE_ALLOW_PRIVATE: allowPrivate,
      },
      folder,
    )
    onClose(server.close)
    servers.push(server)
  }
  const [first] = servers
  if (!first) throw new Error('There is no server.')
  const proxy = await openRoundRobin(servers.map((server) => server.api.base))
  onClose(proxy.close)
  const farLine = await openFaultyLine(() => proxy.port)
  onClose(farLine.close)
  const agents = LOCATIONS.map((name) => {
    const base = name === 'far' ? farLine.url : proxy.url
    const agent = startAgentProcess(
      programs,
      { api: { base }, joinToken: first.joinToken, folder },
      { name, allowPrivate },
    )
    onClose(agent.stop)
    return agent
  })
  // First, because agents wait for the answers of a server that is held still.
  onClose(() => servers.forEach(thaw))
  return { postgres, servers, proxy, agents, farLine, target, listener }
}

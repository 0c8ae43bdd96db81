import { createBuilder, type Plugin } from 'vite'
import { home } from './home.ts'

/** The programs that are built, as `vite.config.ts` names them: what a running server consists of, and the terminal that it hands out. */
const RUNNING = ['server', 'replay', 'agent'] as const
const PROGRAMS = [...RUNNING, 'cli'] as const

/** A change of a shared source reaches the watchers one after the other; the server restarts once for all. */
const SETTLE_MS = 50

/**
 * Leaves packages out of the programs that run in this checkout: they change rarely, and a build without them takes half as long. Agent and
 * terminal are handed out, and stay one file.
 */
const withoutPackages = (): Plugin => ({
  name: 'dev-without-packages',
  configEnvironment(name, { resolve }) {
    if (!resolve || !['server', 'replay'].includes(name)) return
    resolve.noExternal = []
    resolve.external = true
  },
})

/** Builds that follow the sources. */
export type Programs = { close(): Promise<void> }

type ProgramEvents = {
  /** The programs of a running server are built anew. */
  built(): void
  /** A source does not build: the bundler's message. The programs that were built before stay. */
  failed(message: string): void
}

/**
 * Builds the programs into `SONDE_BUILD_DIR`, and each again when a source that it contains changes. Resolves when all are built, and
 * rejects if one does not build at first.
 */
export const watchPrograms = async ({ built, failed }: ProgramEvents): Promise<Programs> => {
  const builder = await createBuilder({
    root: home,
    logLevel: 'silent',
    plugins: [withoutPackages()],
    build: { watch: {} },
  })
  const building = new Set<string>()
  let changed = false
  let settling: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      if (!changed || RUNNING.some((name) => building.has(name))) return
      changed = false
      built()
    }, SETTLE_MS)
  }
  const watch = async (name: string) => {
    const environment = builder.environments[name]
    if (!environment) throw new Error(`vite.config.ts has no program ${name}.`)
    const watcher = await builder.build(environment)
    if (!('on' in watcher)) throw new Error(`Vite does not watch ${name}.`)
    let isFirst = true
    await new Promise<void>((resolve, reject) => {
      watcher.on('event', (event) => {
        if (event.code === 'START') building.add(name)
        if (event.code === 'ERROR') {
          building.delete(name)
          if (isFirst) reject(event.error)
          else failed(event.error.message)
        }
        if (event.code !== 'END' || !building.delete(name)) return
        if (isFirst) {
          isFirst = false
          resolve()
        } else if (name !== 'cli') changed = true
        settle()
      })
    })
    return watcher
  }
  const watchers = await Promise.all(PROGRAMS.map(watch))
  return {
    close: async () => {
      clearTimeout(settling)
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}

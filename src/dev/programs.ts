import { createBuilder, type Plugin } from 'vite'
import { home } from './home.ts'

/** The programs that are built, as `vite.config.ts` names them: what a running server consists of, and the terminal that it hands out. */
const RUNNING = ['server', 'replay', 'agent'] as const
const PROGRAMS = [...RUNNING, 'cli'] as const

/** A change of a shared source reaches the watchers one after the other; the server restarts once for all. */
const SETTLE_MS = 50

/** Builds that follow the sources. */
export type Programs = {
  /** Resolves when no build is under way, and `built` has been called if one has ended well. */
  idle(): Promise<void>
  close(): Promise<void>
}

type ProgramEvents = {
  /** The programs of a running server are built anew. */
  built(): void
  /** Sources do not build: the bundler's messages. The programs that were built before stay. */
  failed(messages: readonly string[]): void
}

/**
 * Leaves packages out of the programs that run in this checkout: they change rarely, and a build without them takes half as long. Agent and
 * terminal are handed out, and stay one file. No build empties its folder, from which a server may be starting.
 */
const forDevelopment = (): Plugin => ({
  name: 'dev-programs',
  configEnvironment(name, { resolve, build }) {
    if (build) build.emptyOutDir = false
    if (!resolve || !['server', 'replay'].includes(name)) return
    resolve.noExternal = []
    resolve.external = true
  },
})

/** Builds the programs into `SONDE_BUILD_DIR`, and each again when a source that it contains changes. Resolves when all are built. */
export const watchPrograms = async ({ built, failed }: ProgramEvents): Promise<Programs> => {
  const builder = await createBuilder({
    root: home,
    logLevel: 'silent',
    plugins: [forDevelopment()],
    build: { watch: {} },
  })
  const building = new Set<string>()
  const messages = new Set<string>()
  let changed = false
  let settling: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []
  const isBusy = () => RUNNING.some((name) => building.has(name))
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      settling = undefined
      if (isBusy()) return
      if (messages.size > 0) failed([...messages])
      else if (changed) built()
      messages.clear()
      changed = false
      for (const resolve of waiting.splice(0)) resolve()
    }, SETTLE_MS)
  }
  const watch = async (name: string) => {
    const environment = builder.environments[name]
    if (!environment) throw new Error(`vite.config.ts has no program ${name}.`)
    const watcher = await builder.build(environment)
    if (!('on' in watcher)) throw new Error(`Vite does not watch ${name}.`)
    let isFirst = true
    await new Promise<void>((resolve) => {
      watcher.on('event', (event) => {
        if (event.code === 'START') building.add(name)
        if (event.code === 'ERROR') {
          building.delete(name)
          messages.add(event.error.message)
          settle()
        }
        if (event.code !== 'END' || !building.delete(name)) return
        if (!isFirst && name !== 'cli') changed = true
        isFirst = false
        resolve()
        settle()
      })
    })
    return watcher
  }
  const watchers = await Promise.all(PROGRAMS.map(watch))
  return {
    idle: () =>
      isBusy() || settling !== undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(),
    close: async () => {
      clearTimeout(settling)
      waiting = []
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}

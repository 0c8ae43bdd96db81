import { join, relative } from 'node:path'
import { createBuilder, type Plugin } from 'vite'
import { home } from './home.ts'

/** The programs that are built, as `vite.config.ts` names them: what a running server consists of, and the terminal that it hands out. */
const RUNNING = ['server', 'replay', 'agent'] as const
const PROGRAMS = [...RUNNING, 'cli'] as const

/** The programs that run in this checkout alone. */
const BESIDE_PACKAGES: readonly string[] = ['server', 'replay']

/** A change of a shared source reaches the watchers one after the other; the server restarts once for all. */
const SETTLE_MS = 150

/** Builds that follow the sources. */
export type Programs = {
  /** Resolves when no build is under way, and `built` has been called if one has ended well. */
  idle(): Promise<void>
  close(): Promise<void>
}

type ProgramOptions = {
  /** Folder of the embedded database; null if the developer named another one. */
  readonly dataDir: string | null
  /** The programs of a running server are built anew, because of these files of the checkout. */
  built(changed: readonly string[]): void
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
    if (!resolve || !BESIDE_PACKAGES.includes(name)) return
    resolve.noExternal = []
    resolve.external = true
  },
})

/** Replaces modules of the server whose sentences are for operators: a developer sees messages of errors, and may delete the data. */
const forDevelopers = (dataDir: string | null): Plugin => {
  const advice = {
    NEWER_DATA: `Stop npm run dev, delete ${dataDir}, and start it again.`,
    EXTERNAL_DATABASE: `The development database in ${dataDir}`,
  }
  return {
    name: 'dev-sentences',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => BESIDE_PACKAGES.includes(name),
    resolveId: {
      filter: { id: /\/fault-summary\.ts$/ },
      handler: () => join(home, 'src/dev/fault-details.ts'),
    },
    load: {
      filter: { id: /\/src\/server\/store\/core\/data-advice\.ts$/ },
      handler: () =>
        dataDir === null
          ? null
          : Object.entries(advice)
              .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)}`)
              .join('\n'),
    },
  }
}

/** Builds the programs into `SONDE_BUILD_DIR`, and each again when a source that it contains changes. Resolves when all are built. */
export const watchPrograms = async ({ dataDir, built, failed }: ProgramOptions): Promise<Programs> => {
  const builder = await createBuilder({
    root: home,
    logLevel: 'silent',
    plugins: [forDevelopment(), forDevelopers(dataDir)],
    build: { watch: {} },
  })
  const building = new Set<string>()
  /** Messages of the programs that do not build, by name. */
  const broken = new Map<string, string>()
  const files = new Set<string>()
  let changed = false
  let settling: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []
  const isBusy = () => RUNNING.some((name) => building.has(name))
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      settling = undefined
      if (isBusy()) return
      if (broken.size > 0) failed([...new Set(broken.values())])
      else if (changed) {
        built([...files])
        files.clear()
      }
      // A mended terminal alone is a change, too: until then, the programs that built with it were not started.
      changed = broken.size > 0
      for (const resolve of waiting.splice(0)) resolve()
    }, SETTLE_MS)
  }
  const watch = async (name: string) => {
    const environment = builder.environments[name]
    if (!environment) throw new Error(`vite.config.ts has no program ${name}.`)
    const watcher = await builder.build(environment)
    if (!('on' in watcher)) throw new Error(`Vite does not watch ${name}.`)
    let isFirst = true
    watcher.on('change', (path) => void files.add(relative(home, path)))
    await new Promise<void>((resolve) => {
      watcher.on('event', (event) => {
        if (event.code === 'START') building.add(name)
        if (event.code === 'ERROR') {
          building.delete(name)
          broken.set(name, event.error.message)
          settle()
        }
        if (event.code !== 'END' || !building.delete(name)) return
        broken.delete(name)
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

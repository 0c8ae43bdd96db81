import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import { defineConfig } from 'vitest/config'

const built = process.env.SONDE_BUILD_DIR ?? 'dist'

/** A Node program as one bundle with all that it imports, so that it starts fast and can be copied to another machine. */
const program = (name: string, input: string) => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, external: ['pg-native', 'pg-cloudflare', 'playwright-core'] },
  build: {
    ssr: true,
    outDir: `${built}/${name}`,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { input: { main: input }, output: { codeSplitting: false } },
  },
})

/**
 * Begins each stylesheet with the order of the layers, as the tokens declare it: the browser takes the order from whichever
 * comes first, and which one that is follows from how the bundler splits the code, or from the order in which modules arrive.
 */
const layerOrder = (): Plugin => {
  const order = (): string => {
    const tokens = readFileSync(`${import.meta.dirname}/src/views/style/tokens.css`, 'utf8')
    const found = /^@layer [\w, ]+;/m.exec(tokens)?.[0]
    if (!found) throw new Error('src/views/style/tokens.css must declare the order of the layers.')
    return found
  }
  let serves = false
  return {
    name: 'layer-order',
    enforce: 'pre',
    configResolved: ({ command }) => {
      serves = command === 'serve'
    },
    transform: {
      filter: { id: /\/src\/views\/.*\.css$/ },
      handler: (code) => (serves ? { code: order() + code, map: null } : null),
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order()}${file.source}`
    },
  }
}

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** What modules import at once, and what that does, with themselves; or only what is reached through what they import later. */
const importedBy = (roots: readonly string[], when: 'importedIds' | 'dynamicallyImportedIds' = 'importedIds') => {
  let found: Set<string> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    if (!found) {
      found = new Set()
      const files = roots.map((root) => `${import.meta.dirname}/src/${root}`)
      const queue =
        when === 'importedIds'
          ? files
          : files.flatMap((file) => graph.getModuleInfo(file)?.dynamicallyImportedIds ?? [])
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (found.has(next)) continue
        found.add(next)
        queue.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
      }
    }
    return found.has(id)
  }
}
const isOfEntry = importedBy(['main.tsx'])
const isOfHouse = importedBy(['views/app/SignedInApp.tsx', 'views/core/all-commands.ts'])
const isOfFront = importedBy(
  ['alerts', 'federation', 'identity', 'mail'].map((area) => `views/${area}/front-screens.ts`),
  'dynamicallyImportedIds',
)

/**
 * What the entry needs is one file, what every screen behind the front door needs is another, and the small screens before it are a third: in
 * sixty small ones, the same would be packed worse and asked for one by one, and the entry would have to name them all. Identity, the client,
 * the console and each screen stay apart.
 */
const fileOf = (id: string, graph: ModuleGraph): string | null => {
  if (isOfEntry(id, graph)) return 'entry'
  if (isOfHouse(id, graph) || /\/src\/views\/parts\//.test(id)) return 'house'
  return isOfFront(id, graph) ? 'front' : null
}

/** JavaScript of data, with its patterns, which JSON would make empty objects of. Throws at what is no data. */
const literalOf = (value: unknown): string => {
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    if (value.constructor !== Object) throw new Error(`${String(value)} is no data.`)
    const fields = Object.entries(value).filter(([, each]) => each !== undefined)
    return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${literalOf(each)}`).join(',')}}`
  }
  if (typeof value === 'function' || typeof value === 'symbol') throw new Error(`${String(value)} is no data.`)
  return JSON.stringify(value) ?? 'undefined'
}

/** JavaScript that reads a table back from a line for each row: half of its bytes would be the names of its columns. Its cells are texts and lists of them. */
const tableOf = (rows: object): string => {
  const all = Object.entries(rows).map(([key, row]) => [key, new Map<string, unknown>(Object.entries(row))] as const)
  const columns = [...new Set(all.flatMap(([, row]) => [...row.keys()]))]
  const isList = (column: string) => all.some(([, row]) => Array.isArray(row.get(column)))
  const cellOf = (cell: unknown): string => {
    const text = Array.isArray(cell) ? cell.join(',') : String(cell ?? '')
    if (/[|\n]/.test(text)) throw new Error(`${text} fits into no cell.`)
    return text
  }
  const text = all.map(([key, row]) => [key, ...columns.map((column) => cellOf(row.get(column)))].join('|')).join('\n')
  const names = columns.map((_, at) => `c${at}`)
  const fields = columns.map((column, at) => `...(c${at}&&{${column}:c${at}${isList(column) ? '.split(",")' : ''}})`)
  return `Object.fromEntries(${JSON.stringify(text)}.split("\\n").map(line=>{const [key,${names.join(',')}]=line.split("|");return [key,{${fields.join(',')}}]}))`
}

/** Writes a module of the web app out as data: the build evaluates it, so that nothing it is made from is loaded. */
const asData = <Module extends object>(
  file: string,
  dataOf: (module: Module) => object | Promise<object>,
  tables: readonly string[] = [],
): Plugin => ({
  name: `as-data:${file}`,
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: new RegExp(`/src/${file.replaceAll('.', '\\.')}$`) },
    async handler(id) {
      const { module, dependencies } = await runnerImport<Module>(id)
      for (const file of dependencies) this.addWatchFile(file)
      return Object.entries(await dataOf(module))
        .map(([name, value]) => `export const ${name} = ${tables.includes(name) ? tableOf(value) : literalOf(value)}`)
        .join('\n')
    },
  },
})

/** The endpoints with what the web app needs of them at run time. */
const webContract = () =>
  asData<typeof import('./src/contract/contract.ts')>('contract/contract.ts', async ({ contract }) => {
    const file = `${import.meta.dirname}/src/contract/core/web-endpoint.ts`
    const { module } = await runnerImport<typeof import('./src/contract/core/web-endpoint.ts')>(file)
    const endpoints = Object.entries(contract).map(([name, endpoint]) => [name, module.webEndpoint(endpoint)])
    return { contract: Object.fromEntries(endpoints) }
  })

/** The part of the contract that the entry needs. */
const webTraits = () =>
  asData<typeof import('./src/contract/traits.ts')>('contract/traits.ts', (module) => module, ['traits'])

/** The managed kinds without their shapes. */
const webKinds = () =>
  asData<typeof import('./src/contract/managed-kinds.ts')>('contract/managed-kinds.ts', (module) => module)

/** The kinds as the entry needs them. */
const webNeighbours = () =>
  asData<typeof import('./src/contract/kind-neighbours.ts')>('contract/kind-neighbours.ts', (module) => module)

/** What the commands need of a managed kind: its draft. They come after the entry. */
const webDrafts = () =>
  asData<typeof import('./src/contract/resources.ts')>('contract/resources.ts', ({ resources }) => ({
    resources: Object.fromEntries(Object.entries(resources).map(([key, { row, endpoints, ...rest }]) => [key, rest])),
  }))

/** The addresses and titles of the screens. The rest of their rows comes with the commands. */
const webRoutes = () =>
  asData<typeof import('./src/commands/routes.ts')>('commands/routes.ts', (module) => module, ['routes'])

/**
 * arktype tries `new Function` to learn whether it may compile. The page's policy forbids it, so the answer is known; but a browser
 * reports each try as a fault of the page.
 */
const withoutEvalProbe = (): Plugin => ({
  name: 'without-eval-probe',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/@ark\/util\/out\/functions\.js$/ },
    handler(code) {
      const probe = 'new Function("return false")()'
      if (!code.includes(probe)) throw new Error('arktype asks in another way whether it may compile.')
      return { code: code.replace(probe, 'true'), map: null }
    },
  },
})

/** Modules whose work is slow on purpose, and what tests have in their place. The built programs, and with them e2e and faults, keep the product's. */
const quick = {
  'src/server/access/password-cost.ts': 'tests/support/quick/password-cost.ts',
  'src/server/identity/signing-key.ts': 'tests/support/quick/signing-key.ts',
}

const quickModules = (): Plugin => ({
  name: 'quick-modules',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/(password-cost|signing-key)\.ts$/ },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const [, instead] = Object.entries(quick).find(([path]) => found?.id === `${import.meta.dirname}/${path}`) ?? []
      return instead ? `${import.meta.dirname}/${instead}` : null
    },
  },
})

/** Two on the smallest machine: a test waits for databases, browsers and clocks a part of its time; with three, browsers starve. */
const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2))

/** Browser tests as the agent runs them, in its Chromium. */
const inChromium = ['tests/agent/browser/**/*.test.ts']

/** What a browser shows beside the app as a whole. */
const inBrowser = [
  'tests/commands/core/console.test.ts',
  'tests/commands/core/console-lines.test.ts',
  'tests/views/parts/parts.test.ts',
]

/**
 * What measures the processor, signals process groups, kills and starts whole installations under load, or takes all cores for browsers of
 * its own: each file alone, after all others, so that it measures and meets nothing but its own.
 */
const alone = [
  'tests/e2e/paths.test.ts',
  'tests/faults/kills.test.ts',
  'tests/laws/readers.test.ts',
  'tests/attacks/poison-job.test.ts',
  'tests/server/core/event-loop.test.ts',
  'tests/server/postgres/postgres-owner.test.ts',
]

type Kind = {
  /** Vitest runs the projects in the order of their names, and the longest files of each first. */
  name: string
  include: string[]
  exclude?: string[]
  /** Files that leave nothing behind in their process share one, and with it all modules: loading them anew costs seconds for each file. */
  isolate?: boolean
  alone?: boolean
  /** Most of a test or hook. A hook that hangs after a failed test holds up all files behind it for as long. */
  timeoutMs?: number
}

/** Hooks that wait for the build of the programs, and tests that start and end programs, or do what a person does in a browser. */
const LONG_MS = 120_000

const project = ({ name, include, exclude = [], isolate = false, alone = false, timeoutMs = 60_000 }: Kind) => ({
  plugins: [quickModules()],
  test: {
    name,
    include,
    exclude,
    isolate,
    pool: 'forks' as const,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    ...(alone && { maxWorkers: 1, sequence: { groupOrder: 1 } }),
  },
})

const projects = [
  project({ name: 'chromium', include: inChromium }),
  project({
    name: 'e2e',
    include: ['tests/e2e/**/*.test.ts', ...inBrowser],
    exclude: alone,
    timeoutMs: LONG_MS,
  }),
  project({
    name: 'faults',
    include: ['tests/{attacks,backup,faults,start,upgrade}/**/*.test.ts'],
    exclude: alone,
    isolate: true,
    timeoutMs: LONG_MS,
  }),
  project({ name: 'laws', include: ['tests/laws/**/*.test.ts'], exclude: alone }),
  project({ name: 'server', include: ['tests/server/**/*.test.ts'], exclude: alone }),
  project({
    name: 'unit',
    include: ['tests/{agent,browser,commands,domain,machines,mcp,views}/**/*.test.ts'],
    exclude: [...inBrowser, ...inChromium],
  }),
  project({ name: 'zz-alone', include: alone, isolate: true, alone: true, timeoutMs: LONG_MS }),
]

export default defineConfig({
  plugins: [
    react(),
    layerOrder(),
    webContract(),
    webTraits(),
    webKinds(),
    webNeighbours(),
    webDrafts(),
    webRoutes(),
    withoutEvalProbe(),
  ],
  publicDir: 'src/browser/public',
  // What the packages bring for older versions of React is in the one that we have.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // Conditions are evaluated in a worker, which is a module like the rest of the app.
  worker: { format: 'es' },
  environments: {
    client: {
      // Plotly asks for Node's name of the global object.
      define: { global: 'globalThis' },
      build: {
        outDir: `${built}/web`,
        emptyOutDir: true,
        target: 'es2023',
        manifest: 'manifest.json',
        // Everything is a file of our own origin: the Content-Security-Policy allows nothing else.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] } },
        },
      },
    },
    server: program('server', 'src/server/main.ts'),
    replay: program('replay', 'src/server/alerts/replay/main.ts'),
    agent: program('agent', 'src/agent/main.ts'),
    cli: program('cli', 'src/cli/main.ts'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'server', 'replay', 'agent', 'cli']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    globalSetup: ['tests/support/database-desk.ts', 'tests/support/program-desk.ts'],
    maxWorkers: WORKERS,
    projects,
  },
})

import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const built = process.env.SONDE_BUILD_DIR ?? 'dist'

/** A Node program as one bundle with all that it imports, so that it starts fast and can be copied to another machine. */
const program = (name: string, input: string) => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, external: ['pg-native', 'pg-cloudflare'] },
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
 * comes first, and which one that is follows from how the bundler splits the code.
 */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  generateBundle(_, bundle) {
    const sheets = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? [file] : [],
    )
    if (sheets.length === 0) return
    const order = /^@layer [\w, ]+;/m.exec(readFileSync('src/views/style/tokens.css', 'utf8'))?.[0]
    if (!order) throw new Error('src/views/style/tokens.css must declare the order of the layers.')
    for (const sheet of sheets) sheet.source = `${order}${sheet.source}`
  },
})

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
let entryModules: Set<string> | undefined

/** What the entry imports at once, and what that does. */
const ofTheEntry = (id: string, graph: ModuleGraph): boolean => {
  if (!entryModules) {
    entryModules = new Set()
    const queue = [`${import.meta.dirname}/src/main.tsx`]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (entryModules.has(next)) continue
      entryModules.add(next)
      queue.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
    }
  }
  return entryModules.has(id)
}

/**
 * What every screen behind the front door needs is one file instead of forty: parts, shell and commands. The reading of typed lines
 * and the console stay apart, and so does what the entry holds.
 */
const house = (id: string, graph: ModuleGraph): string | null =>
  /\/src\/(views\/(parts|shell)|commands)\/(?!line\/)/.test(id) && !ofTheEntry(id, graph) ? 'house' : null

/** Leaves out of the web app what only the description of the API shows: a sentence for each endpoint. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(/^( +summary:)\s+'[^'\n]*',$/gm, "$1 '',"), map: null }),
  },
})

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

export default defineConfig({
  plugins: [react(), layerOrder(), withoutSummaries(), withoutEvalProbe()],
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
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: house }] } },
        },
      },
    },
    server: program('server', 'src/server/main.ts'),
    agent: program('agent', 'src/agent/main.ts'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'server', 'agent']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/database-desk.ts', 'tests/support/program-desk.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
})

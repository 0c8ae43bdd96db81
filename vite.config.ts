import { defineConfig } from 'vitest/config'

/** A Node program as one bundle with all that it imports, so that it starts fast and can be copied to another machine. */
const program = (name: string, input: string) => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, external: ['pg-native', 'pg-cloudflare'] },
  build: {
    ssr: true,
    outDir: `${process.env.SONDE_BUILD_DIR ?? 'dist'}/${name}`,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { input: { main: input }, output: { codeSplitting: false } },
  },
})

export default defineConfig({
  environments: { server: program('server', 'src/server/main.ts'), agent: program('agent', 'src/agent/main.ts') },
  builder: {
    async buildApp(builder) {
      for (const name of ['server', 'agent']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/database-desk.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
})

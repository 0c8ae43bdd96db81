import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { home } from './home.ts'
import { pageModules } from './page.ts'

/** Where packages are bundled for the browser. */
const PACKAGES = 'dist/.dev-packages'

/** Addresses of sources and of Vite's own modules; the server answers all others. */
const SOURCES = `/(@|src/|machines/|node_modules/|${PACKAGES}/)`

/** What the web app is made of. The database writes into the same checkout, thousands of times an hour. */
const isSource = (path: string): boolean => {
  const [first = ''] = relative(home, path).split(sep)
  return ['', 'src', 'machines', 'index.html', 'vite.config.ts'].includes(first)
}

type Options = {
  readonly host: string
  readonly port: number
  /** Host name of the public address, which Vite would refuse. */
  readonly publicHost: string
  /** Where the server listens. */
  readonly serverUrl: string
  /** Resolves when the server answers; rejects when it has ended. */
  readonly answers: () => Promise<void>
}

/**
 * Opens the address that the browser uses: Vite serves the sources of the web app and replaces what changes, the server everything else.
 * Requests that meet a restart wait for it.
 */
export const openFront = async ({ host, port, publicHost, serverUrl, answers }: Options): Promise<ViteDevServer> => {
  // The builds of the programs have set it to production, with which components are not replaced in the page.
  process.env.NODE_ENV = 'development'
  const vite = await createServer({
    root: home,
    cacheDir: join(home, PACKAGES),
    logLevel: 'warn',
    appType: 'custom',
    plugins: [
      pageModules(),
      {
        name: 'dev-restart',
        configureServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            if (new RegExp(`^${SOURCES}`).test(request.url ?? '')) return next()
            answers().then(
              () => next(),
              () => response.writeHead(503, { 'content-type': 'text/plain' }).end(ENDED),
            )
          })
        },
      },
    ],
    // Found by the scan of the entry; screens are reached from there.
    optimizeDeps: { entries: ['src/main.tsx'] },
    server: {
      host,
      port,
      strictPort: true,
      cors: false,
      allowedHosts: [publicHost],
      watch: { ignored: (path) => !isSource(path) },
      // The packages of a working tree may be a link to those of another one.
      fs: { allow: [home, realpathSync(join(home, 'node_modules'))] },
      headers: { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" },
      proxy: { [`^(?!${SOURCES})`]: { target: serverUrl, changeOrigin: false } },
    },
  })
  return vite.listen()
}

const ENDED = 'The server has ended; the terminal says why. It starts again with the next change.\n'

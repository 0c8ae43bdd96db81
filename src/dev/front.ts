import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { home } from './home.ts'
import { ENDED_PAGE, pageModules } from './page.ts'

/** Where packages are bundled for the browser. */
const PACKAGES = 'dist/.dev-packages'

/** Addresses of sources and of Vite's own modules; the server answers all others. */
const SOURCES = `/(@|src/|machines/|node_modules/|${PACKAGES}/)`
const isOfSource = new RegExp(`^${SOURCES}`)

/** What the web app is made of. The database writes into the same checkout, thousands of times an hour. */
const isSource = (path: string): boolean => {
  const [first = ''] = relative(home, path).split(sep)
  return ['', 'src', 'machines', 'index.html', 'vite.config.ts'].includes(first)
}

/** Vite's log without requests that a restart cuts short: the page says itself when the server is away. */
const quietLogger = () => {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (...[message, options]: Parameters<typeof logger.error>) => {
      if (!message.includes('http proxy error')) logger.error(message, options)
    },
  }
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
  /** `index.html` has changed. */
  readonly onPage: () => void
}

/**
 * Opens the address that the browser uses: Vite serves the sources of the web app and replaces what changes, the server everything else.
 * Requests that meet a build or a restart wait for it.
 */
export const openFront = async (options: Options): Promise<ViteDevServer> => {
  const { host, port, publicHost, serverUrl, answers, onPage } = options
  // The builds of the programs have set it to production, with which components are not replaced in the page.
  process.env.NODE_ENV = 'development'
  const vite = await createServer({
    root: home,
    cacheDir: join(home, PACKAGES),
    customLogger: quietLogger(),
    appType: 'custom',
    plugins: [
      pageModules(),
      {
        name: 'dev-restart',
        configureServer: ({ middlewares, watcher }) => {
          watcher.on('change', (path) => path === join(home, 'index.html') && onPage())
          middlewares.use((request, response, next) => {
            if (isOfSource.test(request.url ?? '')) return next()
            answers().then(
              () => next(),
              () => response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(ENDED_PAGE),
            )
          })
        },
      },
    ],
    // A scan of these finds the packages. The entry leads to every screen; workers are loaded by themselves.
    optimizeDeps: { entries: ['src/main.tsx', 'src/browser/*-worker.ts'] },
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

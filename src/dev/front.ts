import { realpathSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { home } from './home.ts'
import { ENDED, ENDED_PAGE, FAILED, OPENED, pageModules } from './page.ts'

/** Where packages are bundled for the browser. */
const PACKAGES = 'dist/.dev-packages'

/** Addresses of sources, of the files in `src/browser/public`, and of Vite's own modules; the server answers all others. */
const SOURCES = `/(@|src/|machines/|node_modules/|${PACKAGES}/|early-keys\\.js$)`
const isOfSource = new RegExp(`^${SOURCES}`)

/** What the web app is made of. The database writes into the same checkout, thousands of times an hour. */
const isSource = (path: string): boolean => {
  const [first = ''] = relative(home, path).split(sep)
  return ['', 'src', 'machines', 'index.html', 'vite.config.ts'].includes(first)
}

/** A connection that a restart cuts short. */
const CUT_SHORT = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE']

/** Vite's log, each fault of a source once, and without requests that a restart cuts short: the page says itself when the server is away. */
const quietLogger = () => {
  const logger = createLogger('warn')
  let last: string | null = null
  return {
    log: {
      ...logger,
      error: (...[message, options]: Parameters<typeof logger.error>) => {
        const { code = '', plugin, message: fault = '' } = (options?.error ?? {}) as SourceError
        if (CUT_SHORT.includes(code)) return
        if (plugin === undefined) return logger.error(message, options)
        // Vite reports it for each request that meets it, with its own stack.
        if (fault !== last) logger.error(message.replaceAll(/^\s+at .*\n?/gm, '').trimEnd(), options)
        last = fault
      },
    },
    /** A source has changed: its fault is new. */
    forget: () => {
      last = null
    },
  }
}

/** An error of a plugin, which found it in a source, or of a connection. */
type SourceError = NodeJS.ErrnoException & { readonly plugin?: string }

/** Answers while the server is away: a page for a person, which loads again when the server answers, or JSON for a program. */
const answerEnded = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  if (response.headersSent) return
  if (headers.accept?.includes('text/html'))
    response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(ENDED_PAGE)
  else
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'unavailable', error_msg: ENDED }))
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
  /** A source of the web app or the server has changed. */
  readonly onChange: () => void
  /** `index.html` has changed. */
  readonly onPage: () => void
  /** The fault that a page shows when it is opened; null: none. */
  readonly fault: () => string | null
}

/** Vite's message that shows a fault over a page. */
export const overlay = (message: string) => ({ type: 'error' as const, err: { message, stack: '' } })

/**
 * Opens the address that the browser uses: Vite serves the sources of the web app and replaces what changes, the server everything else.
 * Requests that meet a build or a restart wait for it.
 */
export const openFront = async (options: Options): Promise<ViteDevServer> => {
  const { host, port, publicHost, serverUrl, answers, onChange, onPage, fault } = options
  // The builds of the programs have set it to production, with which components are not replaced in the page.
  process.env.NODE_ENV = 'development'
  const logger = quietLogger()
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({
    root: home,
    cacheDir: join(home, PACKAGES),
    customLogger: logger.log,
    appType: 'custom',
    plugins: [
      pageModules(),
      {
        name: 'dev-restart',
        configureServer: ({ middlewares, watcher, ws }) => {
          watcher.on('all', () => {
            logger.forget()
            onChange()
          })
          watcher.on('change', (path) => path === join(home, 'index.html') && onPage())
          ws.on(OPENED, (_, page) => {
            const message = fault()
            if (message !== null) page.send(overlay(message))
          })
          ws.on(FAILED, (message: string, page) => page.send(overlay(message)))
          middlewares.use((request, response, next) => {
            if (isOfSource.test(request.url ?? '')) return next()
            answers().then(
              () => next(),
              () => answerEnded(request, response),
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
      // Without a wait, the watcher drops a change within 50 ms of the one before, as of an editor that formats what it saved, and
      // a source is read between its truncation and its text.
      watch: { ignored: (path) => !isSource(path), awaitWriteFinish: { stabilityThreshold: 30, pollInterval: 10 } },
      // The packages of a working tree may be a link to those of another one.
      fs: { allow: [home, realpathSync(join(home, 'node_modules'))] },
      headers: { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" },
      // What a page reports of itself is seen in the terminal, too.
      forwardConsole: { unhandledErrors: true, logLevels: ['error'] },
      proxy: {
        [`^(?!${SOURCES})`]: {
          target: serverUrl,
          changeOrigin: false,
          configure: (proxy) => {
            proxy.on('error', (_, request, response) => 'headersSent' in response && answerEnded(request, response))
          },
        },
      },
    },
  })
  // Vite's own exits as soon as its server is closed, before everything else is.
  for (const added of process.listeners('SIGTERM')) if (!listeners.includes(added)) process.off('SIGTERM', added)
  return vite.listen()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { home } from './home.ts'

/** Event to open pages: the server answers again. */
export const ANSWERS = 'dev:answers'

/** Event from a page: it is open, and shows the fault that there is. */
export const OPENED = 'dev:opened'

/** Event from a page, with a message: a module could not be loaded. */
export const FAILED = 'dev:failed'

/** Modules that run before the app's entry, by address. They are files, since the page's policy forbids scripts within it. */
const MODULES: Readonly<Record<string, string>> = {
  // Vite's client reads the nonce for its styles when it is loaded, so it comes second. A module that uses `import.meta.hot` imports it first.
  '/@dev/nonce.js': `
    const meta = document.createElement('meta')
    meta.setAttribute('property', 'csp-nonce')
    meta.nonce = document.getElementById('configuration').nonce
    document.head.append(meta)`,
  '/@dev/reload.js': `
    import '/@dev/nonce.js'
    import '/@vite/client'
    import '/@dev/faults.js'
    ${react.preambleCode.replace('__BASE__', '/')}`,
  // Vite's client reports a module that it could not replace to the console alone, and a later change of another module does not load it.
  '/@dev/faults.js': `
    const page = import.meta.hot
    page.on('${ANSWERS}', () => {
      for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove()
    })
    page.send('${OPENED}')
    const said = []
    let failed = false
    const report = () => {
      failed = true
      page.send('${FAILED}', said.splice(0).join('\\n'))
    }
    const { error } = console
    console.error = (...words) => {
      error(...words)
      const [first, second] = words
      if (first !== '[vite]') return
      if (second instanceof Error) said.push(second.message)
      // A module that could not be fetched was reported by the server.
      else if (said.length > 0) report()
    }
    addEventListener('error', ({ error }) => {
      if (!(error instanceof SyntaxError)) return
      said.push(error.message)
      report()
    })
    page.on('vite:beforeUpdate', () => failed && location.reload())`,
  '/@dev/wait.js': `
    import '/@vite/client'
    import.meta.hot.on('${ANSWERS}', () => location.reload())`,
}

/** Serves the modules of the pages below. */
export const pageModules = (): Plugin => ({
  name: 'dev-page-modules',
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? id : null),
  load: (id) => (Object.hasOwn(MODULES, id) ? MODULES[id] : null),
})

/**
 * The web app's page for development. The server adds configuration and content policy to it as to the built one; hot reload needs no
 * exception from that policy.
 */
export const devPage = (): string =>
  readFileSync(join(home, 'index.html'), 'utf8').replace(
    '<script',
    () => '<script type="module" src="/@dev/reload.js"></script>\n    <script',
  )

/** The sentence for a server that has ended. */
export const ENDED = 'The server has ended; the terminal says why.'

/** Shown while the server has ended; it is replaced by the app when the server answers again. */
export const ENDED_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The server has ended</title><script type="module" src="/@dev/wait.js"></script></head>
<body><p>${ENDED} Save a change and it starts again, and this page loads.</p></body>
</html>
`

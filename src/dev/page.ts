import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { home } from './home.ts'

/** Modules that run before the app's entry, by address. They are files, since the page's policy forbids scripts within it. */
const MODULES: Readonly<Record<string, string>> = {
  // Vite's client reads the nonce for the styles that it adds when it is loaded, hence a module of its own before that.
  '/@dev/nonce.js': `
    const meta = document.createElement('meta')
    meta.setAttribute('property', 'csp-nonce')
    meta.nonce = document.getElementById('configuration').nonce
    document.head.append(meta)`,
  '/@dev/reload.js': `
    import '/@dev/nonce.js'
    import '/@vite/client'
    ${react.preambleCode.replace('__BASE__', '/')}`,
}

/** Serves what `devPage` loads. */
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

import { randomBytes } from 'node:crypto'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import { type FileRequest, readWebFiles } from './web-files.ts'

/** Files that browsers request besides the web app's own. */
// A colour that is visible on tabs of both themes.
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="#5b78e6" stroke-width="1.7" stroke-linecap="round"><circle cx="10" cy="5.4" r="4"/><path d="M10 9.6v4.6M3 15.2v1.8M17 15.2v1.8"/><rect x="8" y="14.2" width="4" height="4" rx=".8" fill="#5b78e6" stroke="none"/></svg>`
const ROBOTS = 'User-agent: *\nDisallow: /\n'

/** Paths that never get the web app's page. */
const NOT_THE_APP = /^\/(api|remote-api|assets|cli|\.well-known)(\/|$)|^\/[^/]+\.\w+$/

export type AppPage = (request: FileRequest & { readonly method: string }) => Promise<Response | null>

/**
 * Serves the web app built into `folder` (null: none): its files, and its page with the configuration at every other path. Returns null
 * for requests that are not for the web app.
 */
export const openAppPage = async (options: {
  folder: string | null
  /** Further files by path. */
  files?: Readonly<Record<string, string>>
  configuration: () => Promise<AppConfiguration>
}): Promise<AppPage> => {
  const files = await readWebFiles(options.folder, {
    '/favicon.svg': FAVICON,
    '/robots.txt': ROBOTS,
    ...options.files,
  })
  const page = files.text('/index.html')
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    // The page without its configuration and the bundler's file list are not served.
    if (!/^\/(index\.html|manifest\.json)$/.test(request.path)) {
      const file = await files.answer(request)
      if (file) return file
    }
    if (NOT_THE_APP.test(request.path)) return null
    return page === null ? notBuilt() : answerPage(page, await options.configuration())
  }
}

const answerPage = (page: string, configuration: AppConfiguration): Response => {
  const nonce = randomBytes(18).toString('base64')
  // `<` could end the element early, so it is escaped.
  const json = JSON.stringify(configuration).replace(/</g, '\\u003c')
  const element = `<script type="application/json" id="configuration" nonce="${nonce}">${json}</script>`
  const html = page.replace('</head>', () => `${element}</head>`)
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(html)),
      'cache-control': 'no-store',
      'content-security-policy': policyFor(configuration, nonce),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'same-origin',
    },
  })
}

/**
 * Content policy: everything comes from this origin. Styles created at run time (a dialog's scroll lock, a chart's rules) carry the
 * nonce, which the page finds on its configuration element; style attributes in markup stay forbidden. `blob:` workers belong to the
 * identity client, which keeps its tokens in one. Nobody may frame the page: a silent renewal frames the identity provider's answer
 * (web_message), not this page.
 */
const policyFor = ({ identity, report_url, analytics_url }: AppConfiguration, nonce: string): string => {
  const tenant = identity.kind === 'auth0' ? ` ${originOf(identity.domain)}` : ''
  const reports = report_url === null ? '' : ` ${originOf(report_url)}`
  const viewer = analytics_url === null ? '' : ` ${originOf(analytics_url)}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${tenant}${reports}`,
    `frame-src 'self'${tenant}${viewer}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const originOf = (domain: string): string => new URL(domain.includes('://') ? domain : `https://${domain}`).origin

const notBuilt = (): Response =>
  new Response(
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Sonde</title></head>\n<body><p>The web app has not been built: run <code>npm run build</code> and restart the server. The API works without it: <a href="/api/">/api/</a>.</p></body>\n</html>\n',
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

import { createHash } from 'node:crypto'
import type { AnyEndpoint, Contract } from '../../contract/core/endpoint.ts'
import { inHtml } from '../../domain/core/in-html.ts'

export type Page = { readonly html: string; readonly policy: string }

const STYLE = `
:root { color-scheme: light dark; --surface: light-dark(#fff, #12151a); --sunken: light-dark(#f3f4f7, #0d1014);
  --fg: light-dark(#14171c, #eceef2); --fg-3: light-dark(#5d6574, #929aa8); --line: light-dark(#e6e8ed, #232830);
  --accent: light-dark(#2447be, #9db4ff); }
body { margin: 0; padding: 40px 16px 64px; background: var(--surface); color: var(--fg);
  font: 420 13px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; }
h1 { font-size: 26px; font-weight: 620; margin: 0 0 4px; }
h2 { font-size: 14px; font-weight: 620; margin: 32px 0 8px; }
p { margin: 0 0 12px; max-width: 72ch; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: 'JetBrains Mono', ui-monospace, monospace; font-size: 12px; }
pre { background: var(--sunken); padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid var(--line); padding: 8px 12px 8px 0; vertical-align: top; text-align: left; }
td:first-child { width: 40%; overflow-wrap: anywhere; }
td:last-child { width: 72px; color: var(--fg-3); padding-right: 0; text-align: right; white-space: nowrap; }
@media (max-width: 640px) { tr { display: block; border-top: 1px solid var(--line); padding: 8px 0; }
  td, td:first-child, td:last-child { display: block; width: auto; border: 0; padding: 0; text-align: left; } }
`

const AREAS: Readonly<Record<string, string>> = {
  monitor: 'Monitors',
  schedule: 'Schedules',
  webhook: 'Webhooks',
  result: 'Results',
  statistics: 'Statistics',
  project: 'Projects',
  account: 'Accounts',
  session: 'Sessions',
  outbox: 'Mail',
  quota: 'Quota',
  agent: 'Agents',
  live: 'Live',
  health: 'Health',
  openapi: 'OpenAPI',
  setup: 'Setup',
}

/** Renders the API reference page from the contract, with the content policy that allows only its own style. */
export const referencePage = (contract: Contract, version: string): Page => {
  const sections = [...grouped(Object.entries(contract))].map(([area, endpoints]) => section(area, endpoints)).join('')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sonde API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sonde API</h1>
<p>Version ${inHtml(version)}. The OpenAPI document is <a href="/api/openapi.json">openapi.json</a>; the server's status is at <a href="/api/health">health</a>.</p>
<p>Send a project API key as the bearer token, or an account's access token together with the project header. The last column is the access that a request requires.</p>
<pre>curl -H 'authorization: Bearer API_KEY' https://sonde.example.com/api/3/monitors/</pre>
${sections}
</main>
</body>
</html>
`
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'` }
}

type Named = [name: string, endpoint: AnyEndpoint]

const areaOf = ([name]: Named): string => name.split('.')[0] ?? name

const grouped = (endpoints: readonly Named[]): Map<string, Named[]> => {
  const groups = new Map<string, Named[]>()
  for (const endpoint of endpoints) groups.set(areaOf(endpoint), [...(groups.get(areaOf(endpoint)) ?? []), endpoint])
  return groups
}

const section = (area: string, endpoints: readonly Named[]): string =>
  `<h2>${inHtml(AREAS[area] ?? area)}</h2>\n<table>\n${endpoints.map(row).join('')}</table>\n`

const row = ([, { route, summary, access }]: Named): string =>
  `<tr><td><code>${inHtml(route)}</code></td><td>${inHtml(summary)}</td><td>${inHtml(access)}</td></tr>\n`

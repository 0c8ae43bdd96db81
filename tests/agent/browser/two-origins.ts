import type { IncomingMessage } from 'node:http'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { type browserBench, page } from './bench.ts'

/** What steps enter as `{{ word }}`. */
export const SECRET = 'correct-horse-battery'
export const PASSWORD = { label: 'Password' }
export const fill: Step = { kind: 'fill', locator: PASSWORD, value: '{{ word }}' }

/** A field that tells its server every letter that gets into it, or into the page. */
export const LISTENING = `<label>Password <input id="field"></label><script>
  const tell = () => navigator.sendBeacon('/got', document.body.innerText + (document.querySelector('input, textarea')?.value ?? ''))
  addEventListener('input', tell, true); addEventListener('keydown', ({ key }) => navigator.sendBeacon('/got', key), true)
  setInterval(tell, 50)</script>`

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = `${request.url} ${JSON.stringify(request.headers)} `
  for await (const part of request) text += String(part)
  return text
}

/**
 * Two origins of one server: `site`, which may have the secret, and `elsewhere`, which may not. `pages` are by path, those of the other
 * origin begin with `/other`; `told` is everything that the other origin gets.
 */
export const twoOrigins = async (
  bench: ReturnType<typeof browserBench>,
  pages: (site: string, elsewhere: string) => Readonly<Record<string, string>>,
) => {
  const told: string[] = []
  const site: string = await bench.site(async (request, response) => {
    const isOther = request.headers.host?.startsWith('localhost') ?? false
    if (isOther) told.push(await textOf(request))
    const html = pages(site, elsewhere)[request.url ?? '']
    if (request.url?.startsWith('/sandboxed')) response.setHeader('content-security-policy', 'sandbox allow-scripts')
    if (html === undefined) response.end()
    else page(response, html)
  })
  const elsewhere = site.replace('127.0.0.1', 'localhost')
  const asked = (steps: Step[], secret = SECRET) => ({
    job: { variables: { word: secret }, secrets: [secret], secret_variables: ['word'], secret_origins: [site] },
    stepWaitMs: 4_000,
    steps,
  })
  const refused = (what = 'the secret of this step', origin = elsewhere) =>
    `${what} may only be sent to ${site}, but this run would send it to ${origin}`
  return { site, elsewhere, told, asked, refused }
}

/** Goes to another page a while after a key was pressed: the steps after it have begun by then. */
export const leaves = (to: string) =>
  `<script>onkeydown = () => setTimeout(() => { location.href = '${to}' }, 1500)</script>`
export const press: Step = { kind: 'press', key: 'a' }

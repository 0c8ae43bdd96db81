import type { Request } from 'playwright-core'
import { MAX_RESOURCES } from '../../contract/results/browser-detail.ts'
import type { BrowserDetail } from './page-task.ts'
import { MAX_TEXT } from './page-watch.ts'
import { isSameSite } from './site.ts'
import { within } from './within.ts'

type Resource = BrowserDetail['resources'][number]

/** Time for the browser to say the size of one resource. */
const SIZE_TIMEOUT_MS = 1_000
/** The page itself broke off, as when it navigated on. */
const BROKEN_OFF = 'net::ERR_ABORTED'

const rounded = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10)

/** `net::ERR_CONNECTION_REFUSED` as words: `connection refused`. */
const failureWords = (text: string): string =>
  text
    .replace(/^net::ERR_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()

const readResource = async (request: Request, page: string, startedMs: number, nowMs: number): Promise<Resource> => {
  const { startTime, responseEnd } = request.timing()
  const failure = request.failure()
  const response = failure === null ? await within(request.response(), SIZE_TIMEOUT_MS, null).catch(() => null) : null
  const isOver = responseEnd >= 0
  const sizes = response && isOver ? await within(request.sizes(), SIZE_TIMEOUT_MS, null).catch(() => null) : null
  const startMs = startTime > 0 ? startTime : nowMs
  return {
    url: request.url().slice(0, MAX_TEXT),
    type: request.resourceType(),
    start: rounded(startMs - startedMs),
    duration: rounded(isOver ? responseEnd : nowMs - startMs),
    size: sizes ? sizes.responseBodySize + sizes.responseHeadersSize : null,
    status: response ? response.status() : null,
    first_party: isSameSite(request.url(), page),
    ...(failure && { failure: failureWords(failure.errorText) }),
  }
}

/**
 * Describes what a page loaded, in the order of its requests; the rest is counted. `failed` are addresses of files of the page's own site
 * that did not load, without those that the page broke off itself.
 */
export const readResources = async (
  requests: readonly Request[],
  count: number,
  page: string,
  startedMs: number,
): Promise<{ resources: Resource[]; left: number; failed: string[] }> => {
  const kept = requests.slice(0, MAX_RESOURCES)
  const nowMs = Date.now()
  const beganMs = kept[0]?.timing().startTime || startedMs
  const resources = await Promise.all(kept.map((request) => readResource(request, page, beganMs, nowMs)))
  const failed = resources.filter((resource, index) => {
    const request = kept[index]
    if (!request || !resource.first_party || request.isNavigationRequest()) return false
    const failure = request.failure()
    return failure ? failure.errorText !== BROKEN_OFF : (resource.status ?? 0) >= 400
  })
  return { resources, left: Math.max(0, count - kept.length), failed: failed.map(({ url }) => url) }
}

// @ts-check
/**
 * Requests that a page waits for. Chromium itself holds them: Playwright's own routing turns the browser's cache off for all requests,
 * and an app then loads two times slower for each path.
 *
 * @typedef {{ url: () => string, method: () => string, headers: () => Record<string, string>, postData: () => string | null, isNavigation: () => boolean }} HeldRequest
 * @typedef {{ status?: number, json?: unknown, body?: string, contentType?: string }} Fulfilment
 *
 * A request that waits for its answer: give one, let the request through, or cut it off.
 * @typedef {object} Route
 * @property {() => HeldRequest} request
 * @property {(answer: Fulfilment) => Promise<void>} fulfill
 * @property {() => Promise<void>} continue
 * @property {() => Promise<void>} abort
 */

/** Requests of a page's code, and pages. Scripts, styles and pictures come from the cache. */
const TYPES = ['Fetch', 'XHR', 'Document']

/** @param {string} text */
const encoded = (text) => Buffer.from(text).toString('base64')

/** @param {any} session @param {any} paused @returns {Route} */
const routeOf = (session, { requestId, resourceType, request }) => {
  /** The page may be gone by then. @param {string} command @param {object} [also] */
  const send = (command, also = {}) => session.send(`Fetch.${command}`, { requestId, ...also }).catch(() => {})
  return {
    request: () => ({
      url: () => request.url,
      method: () => request.method,
      headers: () => request.headers,
      postData: () => request.postData ?? null,
      isNavigation: () => resourceType === 'Document',
    }),
    fulfill: ({ status = 200, json, body = json === undefined ? '' : JSON.stringify(json), contentType }) =>
      send('fulfillRequest', {
        responseCode: status,
        responseHeaders: [
          { name: 'content-type', value: contentType ?? (json === undefined ? 'text/plain' : 'application/json') },
        ],
        body: encoded(body),
      }),
    continue: () => send('continueRequest'),
    abort: () => send('failRequest', { errorReason: 'ConnectionFailed' }),
  }
}

/**
 * Gives each request of a page's code to a function, which answers it or keeps it. Returns what ends that.
 * @param {import('playwright/test').Page} page @param {(route: Route) => unknown} onRequest
 */
export const holdRequests = async (page, onRequest) => {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', (paused) => void onRequest(routeOf(session, paused)))
  await session.send('Fetch.enable', { patterns: TYPES.map((resourceType) => /** @type {any} */ ({ resourceType })) })
  return () => session.detach().catch(() => {})
}

// @ts-check
import { holdRequests } from './route.mjs'

/**
 * @typedef {import('./route.mjs').Route} Route
 * @typedef {import('./driver.mjs').Net} Net
 */

const PATIENCE_MS = 20_000
const LOOK_MS = 10

/** An empty page of the app's origin. */
const REST = '/an-empty-page-after-a-test-path'

/**
 * Holds the requests of effects.
 * @param {import('playwright/test').Page} page
 * @param {NonNullable<import('./driver.mjs').Driver['effects']>} effects
 * @param {() => import('./driver.mjs').World} world
 * @returns {Promise<Net>}
 */
export const openNet = async (page, effects, world) => {
  const own = Object.entries(effects).filter(([, { like }]) => like === undefined)
  const waiting = new Map(own.map(([id]) => [id, /** @type {Route[]} */ ([])]))
  /** @type {Map<string, (route: Route) => unknown>} */
  const fates = new Map()
  /** @param {string} id */
  const nameOf = (id) => effects[id]?.like ?? id
  let isOver = false
  const release = await holdRequests(page, (route) => {
    const request = route.request()
    if (isOver) return request.url().endsWith(REST) ? route.fulfill({ contentType: 'text/html' }) : route.abort()
    const [id, effect] =
      own.find(([, { url, requests }]) => url.test(request.url()) && (!requests || requests(request, world()))) ?? []
    if (id === undefined || !effect) return route.continue()
    if (effect.always) return effect.always(route, world())
    const fate = fates.get(id)
    return fate ? fate(route) : waiting.get(id)?.push(route)
  })
  /** @param {string} id */
  const waits = async (id) => {
    const held = waiting.get(nameOf(id))
    if (!held) throw new Error(`No effect is called ${id}.`)
    const until = Date.now() + PATIENCE_MS
    while (held.length === 0) {
      if (Date.now() > until) throw new Error(`The app made no request of ${id}.`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return held
  }
  return {
    waits,
    async answer(id, fate, { isOnce = false } = {}) {
      const held = await waits(id)
      if (!isOnce) fates.set(nameOf(id), fate)
      for (const route of held.splice(0)) await fate(route)
    },
    hold: (id) => void fates.delete(nameOf(id)),
    async close() {
      // The app ends before what still waits is given up: nothing of it must reach the server.
      isOver = true
      await page.goto(REST)
      await page.evaluate(() => {
        const { localStorage, sessionStorage } = /** @type {any} */ (globalThis)
        localStorage.clear()
        sessionStorage.clear()
      })
      await release()
    },
  }
}

// @ts-check
/** @typedef {import('./driver.mjs').World} World */

/** The requests of the stream of live events, held: what comes over it is told by `tell`. @type {import('./driver.mjs').Effect} */
export const stream = { url: /\/api\/3\/events/ }

/**
 * Tells the app of live events, as another tab that holds the stream does. A driver that tells has `stream` among its effects.
 * @param {World} world @param {string} project @param {readonly object[]} events
 */
export const tell = async ({ page, net }, project, ...events) => {
  await net.waits('stream')
  await page.evaluate(
    ({ name, messages }) => {
      const channel = new /** @type {any} */ (globalThis).BroadcastChannel(name)
      for (const data of messages) channel.postMessage({ kind: 'event', event: 'message', data, id: null })
    },
    { name: `sonde-live-${project}`, messages: events.map((event) => JSON.stringify(event)) },
  )
}

/** The server is out of reach for a moment. @param {World} world */
export const loseServer = async ({ context, page, expect }) => {
  await context.setOffline(true)
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await context.setOffline(false)
}

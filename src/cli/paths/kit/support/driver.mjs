// @ts-check
/**
 * @typedef {import('playwright/test').Page} Page
 * @typedef {{ readonly type: string, readonly [field: string]: any }} PathEvent
 * @typedef {{ readonly event: PathEvent, readonly value: unknown }} Planned
 * @typedef {{ page: Page, context: import('playwright/test').BrowserContext, expect: typeof import('playwright/test').expect, input: any, steps: Planned[], net: Net, session: any, prepare: (script: () => void) => Promise<void>, kept: Record<string, any>, next: () => PathEvent | undefined }} World
 * @typedef {(world: World, event: PathEvent) => unknown} Act
 * @typedef {(route: import('./route.mjs').Route, event: PathEvent, world: World) => unknown} Answer
 *
 * Requests of an effect, or others that a path must not leave to the server: those with `always` are answered at once. `like` names another
 * effect that makes the same requests.
 * @typedef {{ url: RegExp, like?: string, requests?: (request: import('./route.mjs').HeldRequest, world: World) => boolean, always?: (route: import('./route.mjs').Route, world: World) => unknown, done?: Answer, error?: Answer }} Effect
 *
 * How the events of a chart happen in a browser, and what its states show.
 * @typedef {object} Driver
 * @property {(page: Page) => Promise<any>} [session] signs in, once for all paths of all drivers with this function; what it returns is the `session` of their world
 * @property {(world: World) => Promise<unknown>} open brings the page to the chart's start
 * @property {Record<string, Effect>} [effects] requests of the chart's effects, by their addresses: each waits until the path says how it ends
 * @property {Record<string, Act>} events a person's act, or another cause, for each event
 * @property {Record<string, Act>} states what must be visible in each state
 * @property {(steps: readonly Planned[]) => object} [follows] fields of the context that tell which of several live machines the path is about
 * @property {boolean} [live] whether the app tells its machines: Sonde does; without it, only what is visible is checked
 * @property {(path: { name: string, steps: readonly Planned[] }) => string | null} [skip] why a browser cannot take a path
 *
 * @typedef {object} Net Requests of effects: each waits until a path says how it ends.
 * @property {(id: string, fate: (route: import('./route.mjs').Route) => unknown, options?: { isOnce?: boolean }) => Promise<void>} answer answers the request that waits, and later ones of the effect in the same way, until they are held again; `isOnce`: only that one
 * @property {(id: string) => Promise<readonly import('./route.mjs').Route[]>} waits waits for a request of the effect
 * @property {(id: string) => void} hold
 * @property {() => Promise<void>} close
 */

export {}

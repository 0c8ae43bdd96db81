import type { Page, Route } from 'playwright'
import { eventually } from '../../support/eventually.ts'

/** Requests of one kind that wait until the test says what becomes of them. */
export type Held = {
  /** Lets the one that has waited longest through. */
  pass(): Promise<void>
  /** Answers it with a refusal. */
  refuse(): Promise<void>
  /** Lets all through from now on. */
  passAll(): Promise<void>
  /** Lets nothing come of any from now on, as where the network is gone. */
  cutAll(): Promise<void>
  /** Holds those that come from now on. */
  holdAgain(): void
  /** Waits until one waits. */
  arrived(): Promise<void>
}

const REFUSAL = 'This was refused.'

/** Holds the requests of a page to addresses of that form. */
export const hold = async (page: Page, address: RegExp): Promise<Held> => {
  const waiting: Route[] = []
  let become: (route: Route) => unknown = (route) => waiting.push(route)
  await page.route(address, (route) => void become(route))
  const all = async (fate: (route: Route) => Promise<void>): Promise<void> => {
    become = fate
    await Promise.all(waiting.splice(0).map(fate))
  }
  const next = async (): Promise<Route> => {
    await eventually(async () => waiting.length > 0, { withinMs: 20_000, what: `a request to ${address}` })
    const route = waiting.shift()
    if (!route) throw new Error('It was there.')
    return route
  }
  return {
    pass: async () => (await next()).continue(),
    refuse: async () => (await next()).fulfill({ status: 422, json: { detail: REFUSAL } }),
    passAll: () => all((route) => route.continue()),
    cutAll: () => all((route) => route.abort('connectionfailed')),
    holdAgain: () => {
      become = (route) => waiting.push(route)
    },
    arrived: async () => {
      await eventually(async () => waiting.length > 0, { withinMs: 20_000, what: `a request to ${address}` })
    },
  }
}

// @ts-check
import { expect } from 'playwright/test'

/** Keeps the events of the page's machines. Runs in the page before the app. */
export const keepEvents = () => {
  /** @type {{ actor: string, chart: string, context: any, event: string, to: string, from: string }[]} */
  const log = []
  const last = new Map()
  /** @param {any} value @returns {string} */
  const words = (value) =>
    typeof value === 'string'
      ? value
      : Object.entries(value ?? {})
          .map(([key, inner]) => (words(inner) === '' ? key : `${key}.${words(inner)}`))
          .join(' | ')
  Object.assign(globalThis, {
    sondeLog: log,
    /** @param {any} inspected */
    sondeInspect: (inspected) => {
      const { machine, value, context } = inspected.snapshot ?? {}
      if (inspected.type !== '@xstate.snapshot' || !machine) return
      const actor = inspected.actorRef.sessionId
      const to = words(value)
      log.push({ actor, chart: machine.id, context, event: inspected.event.type, from: last.get(actor) ?? to, to })
      last.set(actor, to)
    },
  })
}

/** The next step of a machine after a place in the log. Runs in the page. @param {{ chart: string, follows: object, actor: string | null, after: number, type: string, state: string }} wanted */
const nextStep = ({ chart, follows, actor, after, type, state }) => {
  /** @type {any[]} */
  const log = /** @type {any} */ (globalThis).sondeLog ?? []
  const isOurs = (/** @type {any} */ context) =>
    Object.entries(follows).every(([name, value]) => JSON.stringify(context[name]) === JSON.stringify(value))
  for (const [index, one] of log.entries()) {
    if (one.chart !== chart || index < after) continue
    if (actor === null ? !isOurs(one.context) : one.actor !== actor) continue
    if (one.event === type && one.to === state) return { at: index, actor: one.actor, stray: null }
    if (one.from !== one.to)
      return { at: index, actor: one.actor, stray: `${one.event} led from ${one.from} to ${one.to}` }
  }
  return null
}

/**
 * Follows a machine of the page: each of its steps must be the path's next one.
 * @param {import('playwright/test').Page} page
 * @param {string} chart
 * @param {object} follows
 */
export const followChart = (page, chart, follows = {}) => {
  let after = 0
  /** @type {string | null} */
  let actor = null
  return {
    /** Waits for a step. Steps that change no state do not count. @param {string} type @param {string} state */
    async reaches(type, state) {
      const wanted = { chart, follows, actor, after, type, state }
      /** @type {ReturnType<typeof nextStep>} */
      let found = null
      await expect
        .poll(
          async () => {
            found = await page.evaluate(nextStep, wanted)
            return found !== null
          },
          { message: `${chart} is in ${state} after ${type}`, intervals: [10, 20, 50, 100] },
        )
        .toBe(true)
      const {
        at,
        actor: name,
        stray,
      } = /** @type {NonNullable<ReturnType<typeof nextStep>>} */ (/** @type {unknown} */ (found))
      if (stray !== null) throw new Error(`${chart} must be in ${state} after ${type}, but ${stray}.`)
      after = at + 1
      actor = name
    },
  }
}

// @ts-check
import { expect } from 'playwright/test'
import { followChart, keepEvents } from './live.mjs'
import { openNet } from './net.mjs'

/**
 * @typedef {import('./driver.mjs').PathEvent} PathEvent
 * @typedef {import('./driver.mjs').Planned} Planned
 * @typedef {import('./driver.mjs').World} World
 * @typedef {import('./driver.mjs').Driver} Driver
 */

/** The innermost states of a value, as text. @param {unknown} value @returns {string} */
export const stateText = (value) =>
  typeof value === 'string'
    ? value
    : Object.entries(/** @type {object} */ (value))
        .map(([key, inner]) => (stateText(inner) === '' ? key : `${key}.${stateText(inner)}`))
        .join(' | ')

/** @param {string} type */
const effectOf = (type) => /^xstate\.(done|error)\.actor\.(.+)$/.exec(type)
/** @param {string} type */
const delayOf = (type) => /^xstate\.after\.([^.]+)\./.exec(type)?.[1]

/** Takes a path step by step. @param {{ chart: string, driver: Driver, input: unknown, page: import('playwright/test').Page, session: unknown }} options */
export const openWalk = ({ chart, driver, input, page, session }) => {
  /** @type {Planned[]} */
  const steps = []

  /** @type {import('playwright/test').Disposable[]} */
  const scripts = []
  /** A script for this path alone: the page is used for others. @param {() => void} script */
  const prepare = async (script) => void scripts.push(await page.addInitScript(script))

  const take = async () => {
    let at = 0
    const next = () => steps[at + 1]?.event
    const net = await openNet(page, driver.effects ?? {}, () => world)
    /** @type {World} */
    const world = { page, context: page.context(), expect, input, steps, net, session, prepare, kept: {}, next }
    if (driver.live) await prepare(keepEvents)
    const live = driver.live ? followChart(page, chart, driver.follows?.(steps)) : null
    for (const [index, { event, value }] of steps.entries()) {
      at = index
      const state = stateText(value)
      const { type } = event
      const effect = effectOf(type)
      const name = delayOf(type)
      if (index === 0) await driver.open(world)
      else if (driver.events[type]) await driver.events[type](world, event)
      else if (effect) {
        const [, how, id = ''] = effect
        const answer = driver.effects?.[id]?.[how === 'done' ? 'done' : 'error']
        if (!answer) throw new Error(`The driver of ${chart} does not say how ${type} happens.`)
        // A refused request may be sent again, and is refused again; what an answer leads to is another request.
        await net.answer(id, (route) => answer(route, event, world), { isOnce: how === 'done' })
      } else if (name !== undefined && driver.events[name]) await driver.events[name](world, event)
      else throw new Error(`The driver of ${chart} does not say how ${type} happens.`)
      await live?.reaches(type, state)
      if (effect) net.hold(effect[2] ?? '')
      const shown = driver.states[state]
      if (!shown) throw new Error(`The driver of ${chart} does not say what is visible in ${state}.`)
      await shown(world, event)
    }
    for (const script of scripts) await script.dispose()
    await net.close()
  }
  return {
    /** @param {PathEvent} event @param {unknown} value */
    plan: (event, value) => steps.push({ event, value }),
    take,
  }
}

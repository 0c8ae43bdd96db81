// @ts-check
import { nothing, refuse } from '../support/answers.mjs'
import { runLine } from '../support/lines.mjs'
import { loseServer, stream, tell } from '../support/news.mjs'
import { openSession } from '../support/person.mjs'
import { others } from '../support/stand-in.mjs'

/**
 * @typedef {import('../support/driver.mjs').World} World
 * @typedef {import('../support/driver.mjs').Planned} Planned
 */

/** @param {readonly Planned[]} steps @param {string} type */
const comes = (steps, type) => steps.some(({ event }) => event.type === type)

/** Whether the app fetches what no screen required: an object of a list, once it was changed. @param {readonly Planned[]} steps */
const isChanged = (steps) => steps[1]?.event.type === 'FETCH'
/** Objects only are let go of; all else happens to a list. @param {readonly Planned[]} steps */
const isOfObject = (steps) => isChanged(steps) || comes(steps, 'CLEAR')

/** @param {World} world @param {'updated' | 'removed'} change */
const tellOfMonitor = (world, change) => {
  const { project, monitor } = world.session
  return tell(world, project, { type: 'object', kind: 'monitor', id: monitor.id, change, by: null })
}

const LIST = /\/api\/3\/monitors\/(\?|$)/

/** The list of monitors, or one of them, as the app loaded it. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  follows: (steps) => ({ operation: isOfObject(steps) ? 'monitor.read' : 'monitor.list' }),
  async open(world) {
    const { page, steps, session } = world
    if (!isChanged(steps)) return page.goto(isOfObject(steps) ? `/tests/test/${session.monitor.id}/` : '/tests/')
    const listed = page.waitForResponse(LIST)
    await page.goto('/tests/')
    await listed
    await tellOfMonitor(world, 'updated')
  },
  effects: {
    stream,
    call: {
      url: /\/api\/3\/monitors\/[^/?]*(\?|$)/,
      requests: (request, { steps }) => LIST.test(request.url()) !== isOfObject(steps),
      done: nothing,
      error: refuse,
    },
    list: { url: LIST, always: nothing },
    ...others,
  },
  events: {
    /** The screen requires what it shows as soon as it is there. */
    async REQUIRE({ page, steps }) {
      if (steps[1]?.event.type === 'REQUIRE' && !comes(steps.slice(2), 'REQUIRE')) return
      await page.getByRole('link', { name: 'Schedules' }).first().click()
      await page.getByRole('link', { name: 'Monitors' }).first().click()
    },
    async FETCH({ page, steps }) {
      if (!isChanged(steps)) await runLine(page, 'reload data')
    },
    OUTDATED: (world) => tell(world, world.session.project, { type: 'reset' }),
    PAGE: ({ net }) =>
      net.answer('call', (route) => route.fulfill({ json: { meta: { more: true, next_cursor: 'next' }, data: [] } }), {
        isOnce: true,
      }),
    PATCH: (world) =>
      tell(world, world.session.project, {
        type: 'result',
        id: 'r1',
        call_id: 'a',
        location_id: 'here',
        result_category: 'PASS',
        http_code: 200,
        response_time: 1,
        time: '2026-01-05T10:00:00Z',
      }),
    CLEAR: (world) => tellOfMonitor(world, 'removed'),
    /** Access to the project ends, so that nothing of it is waited for. */
    ABORT({ net, kept }) {
      kept.isBarred = true
      const lost = { error: 'no_project_access', detail: 'No access.' }
      return net.answer('rest', (route) => route.fulfill({ status: 403, json: lost }))
    },
    RETRY: loseServer,
  },
  states: {
    notSet: () => {},
    pending: () => {},
    success: () => {},
    failed: ({ page, expect, kept }) =>
      kept.isBarred || expect(page.getByText(/problem loading|request was refused/).first()).toBeVisible(),
  },
  skip({ name, steps }) {
    if (/--if-was-aborted/.test(name)) return 'The app cuts a request off only once nothing waits for its end any more.'
    return comes(steps, 'SHOW') || comes(steps, 'SETTLE')
      ? 'Monitors show no change before it is stored, as the switches of schedules and alerts do.'
      : null
  },
}

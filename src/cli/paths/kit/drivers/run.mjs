// @ts-check
import { refuse, succeed } from '../support/answers.mjs'
import { runLine, startLine } from '../support/lines.mjs'
import { stream, tell } from '../support/news.mjs'
import { NAME, openSession } from '../support/person.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

/** @param {World} world @param {RegExp | string} text */
const says = ({ page, expect }, text) => expect(page.getByText(text).first()).toBeVisible()

/** A run on demand, followed to its result. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open({ page, expect }) {
    await page.goto('/tests/')
    await expect(page.getByRole('row', { name: new RegExp(NAME) }).first()).toBeVisible()
    await startLine(page, 'run monitor test-path')
  },
  effects: {
    stream,
    request: { url: /\/run(\?|$)/, done: succeed, error: refuse },
    look: { url: /\/api\/2\/results\/r1\//, done: succeed, error: refuse },
  },
  events: {
    SETTLED: (world, { resultId: id }) =>
      tell(world, world.session.project, {
        type: 'result',
        id,
        call_id: world.session.monitor.id,
        location_id: 'here',
        result_category: 'PASS',
        http_code: 200,
        response_time: 120,
        time: '2026-01-05T10:00:00Z',
      }),
    /** A run is named by the key that keeps its request from being carried out twice. */
    async CANCEL({ page, net }) {
      const [held] = await net.waits('request')
      await runLine(page, `stop following ${held?.request().headers()['idempotency-key']}`)
    },
    /** Both delays pass by themselves. */
    again: () => {},
    poll: () => {},
  },
  states: {
    requesting: (world) => says(world, `“${NAME}” is being started`),
    waiting: (world) => says(world, `“${NAME}” queued`),
    looking: (world) => says(world, `“${NAME}” queued`),
    retrying: (world) => says(world, /is being started|queued/),
    done: (world) => says(world, 'checkout: PASS in 120 ms from here.'),
    failed: (world) => says(world, 'The request was refused.'),
    cancelled: (world) => says(world, /This run is no longer followed/),
  },
}

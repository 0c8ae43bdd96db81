// @ts-check
import { refuse, succeed } from '../support/answers.mjs'
import { runLine } from '../support/lines.mjs'
import { openSession } from '../support/person.mjs'
import { others, standIn } from '../support/stand-in.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

const TITLES = {
  info: 'My info',
  project: 'Project details',
  monitor: 'Monitor your own API',
  samples: 'Install sample API calls',
  summary: 'Summary',
}

/** @param {keyof typeof TITLES} step */
const isAt =
  (step) =>
  (/** @type {World} */ { page, expect }) =>
    expect(page.getByRole('heading', { level: 1, name: TITLES[step] })).toBeVisible()

/** Input that an earlier visit left in this tab. @param {World} world */
const storeInput = ({ page, input: { kept, stored, monitor } }) => {
  const begun = {
    step: 'info',
    furthest: 'info',
    draft: { ...stored, monitor },
    done: [],
    made: { watch: null, samples: null },
  }
  return page.evaluate(
    (text) => /** @type {any} */ (globalThis).sessionStorage.setItem('sonde.wizard.a', text),
    JSON.stringify(kept ?? begun),
  )
}

/** @param {string} id */
const agentOf = (id) => ({ id, agent: { name: id }, online: true, simulated: false })

/** A button of the step, or the same by a line in the console where the step shows none. @param {RegExp} name @param {string} line */
const press =
  (name, line) =>
  async (/** @type {World} */ { page }) => {
    const button = page.getByRole('button', { name }).first()
    if (await button.isVisible()) await button.click()
    else await runLine(page, line)
  }

/** @param {import('../support/route.mjs').HeldRequest} request */
const isPost = (request) => request.method() === 'POST'

/** Getting started, with an account and a project that are the path's own. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open(world) {
    await storeInput(world)
    await world.page.goto('/getting-started')
  },
  effects: {
    ...standIn(({ input: { stored, mayEdit } }) => ({
      project: { name: stored.project.name, level: mayEdit ? 'OWNER' : 'VIEWER' },
    })),
    account: {
      url: /\/api\/2\/account\/(\?|$)/,
      requests: (request) => request.method() === 'GET',
      always: (route, { input: { stored } }) => route.fulfill({ json: { ...stored.info, email: 'ada@example.com' } }),
    },
    agents: {
      url: /\/api\/2\/agents\/info/,
      always: (route, { input: { locations } }) =>
        route.fulfill({ json: { agent_list: locations.map(agentOf), regions: [] } }),
    },
    info: { url: /\/api\/2\/account\/(\?|$)/, requests: isPost, done: succeed, error: refuse },
    project: { url: /\/api\/2\/projects\/a(\?|$)/, requests: isPost, done: succeed, error: refuse },
    watch: { url: /\/api\/3\/monitors\/watched/, done: succeed, error: refuse },
    start: { url: /\/monitors\/run-draft(\?|$)/, done: succeed, error: refuse },
    follow: { url: /\/monitors\/run-draft\/t/, done: succeed, error: refuse },
    samples: {
      url: /\/import\/sample/,
      done: (route) => route.fulfill({ json: { projects: [] } }),
      error: refuse,
    },
    ...others,
  },
  events: {
    CHANGE: ({ page }, { value }) => page.getByRole('textbox', { name: 'Name', exact: true }).fill(value),
    NEXT: press(/^(Continue|Create and continue|Install and continue|Open the project)$/, 'continue set-up'),
    BACK: press(/^Back$/, 'step back'),
    SKIP: press(/^Skip/, 'skip step'),
    async TO({ page }, { step }) {
      const link = page
        .getByRole('navigation', { name: 'Steps' })
        .getByRole('button', { name: TITLES[/** @type {keyof typeof TITLES} */ (step)] })
      if (await link.isVisible()) await link.click()
      else await runLine(page, `go to step ${step}`)
    },
    TRY: press(/^Run test$/, 'test address'),
    LEAVE: press(/^Leave set-up$/, 'leave set-up'),
    STAY: ({ page }) => runLine(page, 'stay in set-up'),
    LEAVE_ANYWAY: ({ page }) => runLine(page, 'leave set-up anyway'),
  },
  states: {
    'info.open': isAt('info'),
    'info.saving': isAt('info'),
    'project.open': isAt('project'),
    'project.saving': isAt('project'),
    'monitor.open.resting': isAt('monitor'),
    'monitor.open.starting': isAt('monitor'),
    'monitor.open.following': isAt('monitor'),
    'monitor.saving': isAt('monitor'),
    'samples.open': isAt('samples'),
    'samples.saving': isAt('samples'),
    summary: isAt('summary'),
    left: ({ page, expect }) => expect(page).toHaveURL(/\/home/),
  },
}

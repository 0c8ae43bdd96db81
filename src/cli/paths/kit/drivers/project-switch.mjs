// @ts-check
import { refuse, succeed } from '../support/answers.mjs'
import { startLine } from '../support/lines.mjs'
import { loseServer } from '../support/news.mjs'
import { openSession } from '../support/person.mjs'
import { others } from '../support/stand-in.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

const PROJECTS = /\/api\/2\/account\/projects/

/** The button that names the open project, or none once it is known that none is open. @param {World} world */
const switcher = ({ page }) => page.getByRole('button', { name: /^(Switch project|Choose a project)/ })

/** @param {World} world @param {RegExp} name */
const shows = (world, name) => world.expect(world.page.getByRole('button', { name })).toBeVisible()

/** The open project's name; a new project begins with another page. @param {World} world */
const showsProject = ({ page, expect }) =>
  expect(
    page
      .getByRole('button', { name: /^Switch project: Project / })
      .or(page.getByRole('heading', { level: 1, name: 'Getting started' })),
  ).toBeVisible()

/** @param {World} world */
const isUnknown = (world) => world.expect(switcher(world)).toHaveCount(0)

/** While a project is opened, the one before is still named. @param {World} world */
const isOpening = (world) => (world.kept.isOpen ? shows(world, /^Switch project/) : isUnknown(world))

/** Goes to an address within the app, as the browser's Back button does. @param {World} world @param {string} href */
const goTo = ({ page }, href) =>
  page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = /** @type {any} */ (globalThis)
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, href)

/** Whether the chart is ever barred: then a page of a project says so, else the page needs none. @param {World} world */
const isBarredOnce = ({ steps }) => steps.some(({ value }) => value === 'barred')

/** The projects of the account, and the open one. They are the path's own; the server is asked for none. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open(world) {
    // The project that was open last.
    await world.context.clearCookies({ name: 'current-project-id' })
    await world.page.goto(isBarredOnce(world) ? '/schedules' : '/terminal')
  },
  effects: {
    list: { url: PROJECTS, requests: (request) => request.method() === 'GET', done: succeed, error: refuse },
    refresh: { url: PROJECTS, like: 'list', done: succeed, error: refuse },
    read: {
      url: /\/api\/2\/projects\/[^/?]+(\?|$)/,
      requests: (request) => request.method() === 'GET',
      done: (route, { output }) => route.fulfill({ json: { project: output } }),
      error: refuse,
    },
    quota: { url: /\/api\/2\/account\/quota/, done: succeed, error: refuse },
    remove: { url: /\/api\/2\/projects\/[^/?]+(\?|$)/, requests: (request) => request.method() === 'DELETE' },
    link: { url: /\/api\/3\/links\// },
    create: { url: PROJECTS },
    change: {
      url: /\/api\/2\/account\/(\?|$)/,
      requests: (request) => request.method() === 'POST',
      always: (route) => route.fulfill({ json: {} }),
    },
    ...others,
  },
  events: {
    async LOCATED(world, { id, projectId }) {
      await goTo(world, `/tests/test/${id}/`)
      await world.net.answer('link', (route) => route.fulfill({ json: { project_id: projectId } }))
    },
    /** By its name; one that is not in the list, by an address. */
    SWITCH: (world, { id }) =>
      world.kept.isEmpty
        ? goTo(world, `/terminal?project_key_str=${id}`)
        : startLine(world.page, `switch project project-${id}`),
    REFRESH: ({ page }) => startLine(page, 'clear default-project'),
    async RETRY(world) {
      const again = world.page.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click()
      else await loseServer(world)
    },
    async ADDED({ page, net, kept }, { record }) {
      await startLine(page, `create project "${record.project.name}"`)
      await net.answer('create', (route) => route.fulfill({ json: record.project }))
      await net.answer('list', (route) => route.fulfill({ json: { ...kept.list, projects: [record] } }))
    },
    async LEFT({ page, net, kept }, { id }) {
      await startLine(page, `delete project --confirm project-${id}`)
      await net.answer('remove', (route) => route.fulfill({ json: {} }))
      delete kept.isOpen
    },
    BARRED: ({ net }, { demand: { code, message } }) =>
      net.answer('rest', (route) => route.fulfill({ status: 403, json: { error: code, detail: message } })),
  },
  states: {
    listing(world) {
      delete world.kept.isOpen
      return isUnknown(world)
    },
    'switching.looking': isOpening,
    'switching.fetching': isOpening,
    'ready.resting': (world) => {
      world.kept.isOpen ??= 'a'
      return showsProject(world)
    },
    'ready.refreshing': showsProject,
    empty(world) {
      world.kept.isEmpty = true
      return shows(world, /^Choose a project/)
    },
    barred(world) {
      delete world.kept.isOpen
      return shows(world, /^Choose a project/)
    },
    failed: ({ page, expect }) => expect(page.getByText(/^Your projects did not load/)).toBeVisible(),
  },
  skip({ name }) {
    if (/--switch--stays$/.test(name)) return 'No control and no address opens a project that is not the person’s.'
    if (name === 'barred--left--to-listing')
      return 'A browser test cannot decide whether the deletion or its news comes first.'
    if (/^switching--left--/.test(name))
      return 'A line that deletes a project waits until no other one is being opened.'
    return null
  },
}

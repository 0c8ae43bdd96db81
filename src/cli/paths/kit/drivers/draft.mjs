// @ts-check
import { refuse } from '../support/answers.mjs'
import { runLine } from '../support/lines.mjs'
import { loseServer, stream, tell } from '../support/news.mjs'
import { openSession } from '../support/person.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

/** @param {World} world */
const field = ({ page }) => page.getByRole('textbox', { name: /^Name( optional)?$/ })
/** The bar of a form with something to save. @param {World} world */
const saving = ({ page }) => page.getByRole('region', { name: 'Unsaved changes' })

/** A stored object of a name: each has a version of its own. @param {World} world @param {string} name */
const store = ({ kept, session }, name) => {
  kept.version = (kept.version ?? 0) + 1
  kept.stored = { ...session.schedule, name, last_update: new Date(Date.UTC(2026, 0, kept.version)).toISOString() }
}

/** The start of a path: a stored schedule, a new one without a name, or a copy of an alert, which is new and has all that it needs. @param {World} world */
const addressOf = ({ input: { base, isNew }, session }) =>
  isNew
    ? base.name === ''
      ? '/schedules/new'
      : `/webhooks/new?from=${session.alert.id}`
    : `/schedules/${session.schedule.id}`

/** A form, such as a schedule's. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open(world) {
    store(world, world.input.base.name)
    await world.page.goto(addressOf(world))
    await world.expect(field(world)).toBeVisible()
  },
  effects: {
    stream,
    read: {
      url: /\/api\/3\/schedules\/[^/?]+/,
      requests: (request) => request.method() === 'GET',
      always: (route, { kept }) => route.fulfill({ json: kept.stored }),
    },
    list: {
      url: /\/api\/3\/schedules\/(\?|$)/,
      requests: (request) => request.method() === 'GET',
      always: (route, { kept }) =>
        route.fulfill({ json: { meta: { more: false, next_cursor: null }, data: [kept.stored] } }),
    },
    save: {
      url: /\/api\/\d\/(schedules|webhooks)\//,
      requests: (request) => ['POST', 'PUT', 'PATCH'].includes(request.method()),
      done(route, { output }, world) {
        store(world, output.name)
        const { kept, input, session } = world
        return route.fulfill({ json: input.isNew ? { ...session.alert, name: output.name } : kept.stored })
      },
      error(route, event, world) {
        // The save of a form that somebody else saved leaves it as it is.
        const isStale = world.steps.find((step) => step.event === event)?.value === 'dirty'
        if (isStale) store(world, 'theirs')
        return refuse(route, event)
      },
    },
  },
  events: {
    async CHANGE(world, { value }) {
      if ((await field(world).inputValue()) === value) await field(world).pressSequentially(' ')
      await field(world).fill(value)
    },
    async TOUCH(world) {
      await field(world).focus()
      await field(world).blur()
    },
    SAVE: (world) => field(world).press('Control+s'),
    REPLACE: ({ page }) => runLine(page, 'replace version --confirm yes'),
    DISCARD: ({ page }) => runLine(page, 'discard changes --confirm yes'),
    async LOADED(world, { base }) {
      store(world, base.name)
      const { project, schedule } = world.session
      await tell(world, project, { type: 'object', kind: 'schedule', id: schedule.id, change: 'updated', by: null })
      await world.expect(world.page.getByRole('heading', { level: 1, name: base.name, exact: true })).toBeVisible()
    },
    SERVER_BACK: loseServer,
  },
  states: {
    clean: (world) => world.input.isNew || world.expect(saving(world)).toHaveCount(0),
    // A new alert is left once it is stored, also where something was typed meanwhile: its secret is shown once.
    dirty: (world) => world.input.isNew || world.expect(saving(world)).toBeVisible(),
    saving: (world) => world.expect(saving(world)).toBeVisible(),
    failed: ({ page, expect }) => expect(page.getByRole('alert').first()).toBeVisible(),
    saved: ({ page, expect }) => expect(page.getByText(/ created$/).first()).toBeVisible(),
  },
}

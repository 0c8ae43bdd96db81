import { endpoint, shape } from '../core/endpoint.ts'
import { shownNameOf } from '../core/names.ts'
import { time } from '../core/wire.ts'

const id = shape('1 <= string <= 128')
const name = shownNameOf('string <= 100')
const note = shape('string <= 500')

/** A component of a status page: the public name of one or more monitors. */
export const statusComponent = shape({
  /** Components with the same group stand together, in the order of the first of them. Empty: no group. */
  'group?': name,
  name,
  'description?': note,
  /** Ids of its monitors. */
  'monitors?': [id, '[]'],
  /** Monitors with any of these tags belong to it too. */
  'tags?': 'string[] <= 20',
})

const settings = shape({
  published: 'boolean',
  /** The last part of the page's address: letters, digits and dashes. */
  slug: 'string <= 60',
  title: name,
  'description?': 'string <= 1000',
  /** Where the title links to. */
  'home_url?': 'string <= 500 | null',
  /** Whether the last 90 days are shown. */
  'show_days?': 'boolean',
  /** Whether planned downtimes of the components' monitors are shown, with their times alone. */
  'show_maintenance?': 'boolean',
  /** Whether visitors may subscribe by mail. */
  'subscribing?': 'boolean',
  components: [statusComponent, '[]'],
})

const stored = shape({
  published: 'boolean',
  slug: 'string',
  title: 'string',
  description: 'string',
  home_url: 'string | null',
  show_days: 'boolean',
  show_maintenance: 'boolean',
  subscribing: 'boolean',
  components: [
    { group: 'string', name: 'string', description: 'string', monitors: 'string[]', tags: 'string[]' },
    '[]',
  ],
  /** The public address. */
  url: 'string',
  /** Confirmed subscribers. */
  subscribers: 'number',
  /** Null while the project has no status page: then the other fields are suggestions. */
  last_update: 'string | null',
})

/** `unknown`: no current results. `maintenance`: a planned downtime. */
const state = shape("'operational' | 'degraded' | 'down' | 'maintenance' | 'unknown'")

const update = shape({ time, state: 'string', text: 'string' })
const incident = shape({
  /** Its public address. */
  url: 'string',
  title: 'string',
  began: time,
  ended: [time, '|', 'null'],
  /** Newest first. */
  updates: [update, '[]'],
})

/** The content of a status page. */
export const publicStatus = shape({
  page: {
    title: 'string',
    description: 'string',
    url: 'string',
    home_url: 'string | null',
    /** When it was put together, to the minute. */
    updated: time,
  },
  status: { state, sentence: 'string' },
  components: [
    {
      group: 'string | null',
      name: 'string',
      description: 'string',
      state,
      /** Planned downtimes, current and upcoming, in order; empty if the page does not show them. */
      maintenance: [{ begins: time, ends: time }, '[]'],
      /** Share of runs that did not fail, over the days below; null without data. */
      availability: 'number | null',
      /** Days of UTC, oldest first, up to the last full hour; empty if the page does not show them. */
      days: [{ day: 'string', availability: 'number | null' }, '[]'],
    },
    '[]',
  ],
  /** Open incidents, newest first. */
  open_incidents: [incident, '[]'],
  /** Incidents that ended within the last 14 days, newest first. */
  past_incidents: [incident, '[]'],
})

/** The public status page of a project: its settings and subscribers. The page itself is served as HTML, JSON and RSS. */
export const statusPage = {
  'status-page.read': endpoint('GET /api/3/project/status-page/', {
    summary: 'Returns the settings of the status page of the project; without one, suggestions',
    access: 'see',
    shows: 'project-status-page',
    answer: stored,
  }),
  'status-page.replace': endpoint('POST /api/3/project/status-page/', {
    summary: 'Creates or replaces the status page of the project; with if_last_update, a concurrent change is refused',
    access: 'manage',
    opens: true,
    audit: 'project.set-status-page',
    body: shape({
      '...': settings,
      /** `last_update` as it was read, null if there was none. If it differs by now, nothing is stored and the answer is 409. */
      'if_last_update?': 'string | null',
      /** Read-only: ignored. */
      'last_update?': 'string | null',
      /** Read-only: ignored. */
      'url?': 'string',
      /** Read-only: ignored. */
      'subscribers?': 'number',
    }),
    shows: 'project-status-page',
    answer: stored,
  }),
  'status-page.remove': endpoint('DELETE /api/3/project/status-page/', {
    summary: 'Deletes the status page of the project and its subscribers',
    access: 'manage',
    audit: 'project.delete-status-page',
    status: 204,
    answer: null,
  }),
  'status-page.preview': endpoint('POST /api/3/project/status-page/preview', {
    summary: 'Returns what a status page with these settings would say now',
    access: 'manage',
    effect: 'read',
    body: settings,
    answer: publicStatus,
  }),
  'status-page.subscribers': endpoint('GET /api/3/project/status-page/subscribers/', {
    summary: 'Lists the subscribers of the status page, newest first; addresses are masked below the level OWNER',
    access: 'manage',
    query: shape({ 'cursor?': 'string <= 64', 'limit?': '1 <= number.integer <= 100' }),
    lists: 'data',
    answer: shape({
      meta: { more: 'boolean', next_cursor: 'string | null', confirmed: 'number' },
      data: [
        {
          id,
          address: 'string',
          subscribed: time,
          /** Null until the link in the first mail is used. */
          confirmed: [time, '|', 'null'],
        },
        '[]',
      ],
    }),
  }),
  'status-page.remove-subscriber': endpoint('DELETE /api/3/project/status-page/subscribers/{subscriberId}', {
    summary: 'Deletes a subscriber of the status page',
    access: 'own',
    audit: 'project.remove-status-subscriber',
    status: 204,
    answer: null,
  }),
} as const

import { statusPageProblems } from '../../domain/status/status-page-rules.ts'
import { byRule } from '../core/argument-checks.ts'
import { command } from '../core/command.ts'
import { objectsIn } from '../core/objects.ts'
import { changing, saveStatusPage } from './stored-page.ts'

/** A page that breaks no rule, beside the setting that is checked. */
const UNCHANGED = { slug: 'status', title: 'Status', components: [] }

/** The public status page of a project. */
export const statusPageCommands = [
  command({
    ...changing,
    id: 'status-page.publish',
    words: 'publish status-page',
    title: 'Publish',
    pending: 'Publishing',
    icon: 'globe',
    silences: false,
    args: {},
    confirm: (_, world) => {
      const known = world.known('status-page.read', {})
      if (known?.published) return null
      return {
        question: 'Publish the status page of this project?',
        effects: [
          known ? `Everyone can read it at ${known.url}` : 'Everyone who has its address can read it',
          'It can be closed again',
        ],
        word: null,
        button: 'Publish',
        reversible: true,
      }
    },
    async run(_, world) {
      const stored = await saveStatusPage(world, () => ({ published: true }))
      world.tell(`The status page is public at ${stored?.url}`)
    },
  }),
  command({
    ...changing,
    id: 'status-page.close',
    words: 'close status-page',
    title: 'Close to the public',
    pending: 'Closing',
    icon: 'lock',
    args: {},
    confirm: (_, world) => {
      const known = world.known('status-page.read', {})
      if (known?.published === false) return null
      return {
        question: 'Close the status page of this project to the public?',
        effects: ['Everyone with its address is told that there is no such page', 'It can be published again'],
        word: null,
        button: 'Close to the public',
        reversible: true,
      }
    },
    async run(_, world) {
      await saveStatusPage(world, () => ({ published: false }))
      world.tell('The status page is closed')
    },
  }),
  command({
    ...changing,
    id: 'status-page.change',
    words: 'change status-page',
    title: 'Change status page',
    icon: 'edit',
    needsOption: true,
    args: {
      'title?': '1 <= string <= 100',
      'slug?': '1 <= string <= 60',
      'description?': 'string <= 1000',
      'home?': 'string <= 500',
      'days?': 'boolean',
      'maintenance?': 'boolean',
      'subscribing?': 'boolean',
    },
    checks: {
      slug: byRule('slug', (slug) => statusPageProblems({ ...UNCHANGED, slug })),
      home: byRule('home_url', (home_url) => statusPageProblems({ ...UNCHANGED, home_url })),
    },
    prompts: {
      title: 'Which title?',
      slug: 'Which last part of its address, such as shop-api?',
      home: 'Where does the title link to?',
      days: 'Show the last 90 days?',
      maintenance: 'Show planned downtimes?',
      subscribing: 'May visitors subscribe by mail?',
    },
    async run({ home, days, maintenance, ...given }, world) {
      await saveStatusPage(world, () => ({
        ...given,
        ...(home !== undefined && { home_url: home || null }),
        ...(days !== undefined && { show_days: days }),
        ...(maintenance !== undefined && { show_maintenance: maintenance }),
      }))
      world.tell('Status page saved')
    },
  }),
  command({
    id: 'status-page.remove',
    words: 'delete status-page',
    title: 'Delete status page',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'manage',
    args: {},
    confirm: (_, world) => {
      const { slug = '', subscribers = 0, components = [] } = world.known('status-page.read', {}) ?? {}
      return {
        question: 'Delete the status page of this project permanently?',
        effects: [
          `${components.length} ${components.length === 1 ? 'component' : 'components'}`,
          `${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}, who get no more mail`,
          'Monitors, results and incidents stay',
        ],
        word: slug || 'status-page',
        button: 'Delete status page',
      }
    },
    writes: ['status-page.remove'],
    async run(_, world) {
      await world.call('status-page.remove', {})
      world.tell('Status page deleted')
    },
  }),
  command({
    id: 'status-page.remove-subscriber',
    words: 'remove status-subscriber',
    title: 'Remove subscriber',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    needs: 'own',
    args: { subscriber: 'string' },
    prompts: { subscriber: 'Which subscriber?' },
    objects: {
      subscriber: objectsIn(
        'status-page.subscribers',
        () => ({ query: {} }),
        ({ data }) => data.map(({ id, address }) => ({ id, name: address })),
      ),
    },
    confirm: ({ subscriber }, world) => {
      const found = world.known('status-page.subscribers', { query: {} })?.data.find(({ id }) => id === subscriber)
      return {
        question: `Remove the subscriber ${found?.address ?? subscriber} permanently?`,
        effects: ['The address is deleted and gets no more mail', 'Its owner can subscribe again'],
        word: null,
        button: 'Remove subscriber',
      }
    },
    writes: ['status-page.remove-subscriber'],
    async run({ subscriber }, world) {
      await world.call('status-page.remove-subscriber', { params: { subscriberId: subscriber } })
      world.tell('Subscriber removed')
    },
  }),
]

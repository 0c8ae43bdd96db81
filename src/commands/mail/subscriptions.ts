import { MAIL_GROUPS } from '../../domain/mail/mail-groups.ts'
import { command, type Undo } from '../core/command.ts'
import type { World } from '../core/world.ts'

const projectOf = (given: string | undefined, world: World): string | undefined => given ?? world.project?.id

const nameOf = (id: string | undefined, world: World): string =>
  world.entities('project').find((each) => each.id === id)?.name ?? 'the project'

/** The other command about the same digest, of the project that is open now. */
const digestCall =
  (id: string) =>
  ({ option, project }: { option: string; project?: string | undefined }, world: World): Undo => ({
    id,
    args: { option, project: projectOf(project, world) },
  })

/** By whose clock it is seven in the morning where the account has set none. */
const clockHere = () => ({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone })

/** What all commands about a digest ask. */
const ofDigest = {
  effect: 'write',
  args: { option: "'daily' | 'weekly' | 'monthly'", 'project?': 'string' },
  of: { project: 'project' },
  prompts: { option: 'How often?', project: 'Of which project?' },
  choices: {
    option: () => [
      { value: 'daily', note: 'daily at 7:00' },
      { value: 'weekly', note: 'Mondays at 7:00' },
      { value: 'monthly', note: 'on the first of the month at 7:00' },
    ],
  },
} as const
/** What the commands about mail over all projects ask. */
const ofGroup = {
  effect: 'write',
  args: { group: 'string' },
  prompts: { group: 'Which mail?' },
  choices: { group: () => Object.entries(MAIL_GROUPS).map(([value, { title }]) => ({ value, note: title })) },
} as const

/** Commands for mail subscriptions. */
export const subscriptionCommands = [
  command({
    id: 'subscription.add-digest',
    silences: false,
    words: 'subscribe digest',
    title: 'Subscribe',
    pending: 'Subscribing',
    icon: 'mail',
    ...ofDigest,
    undo: digestCall('subscription.end-digest'),
    writes: ['subscription.add-digest'],
    async run({ option, project }, world) {
      const id = projectOf(project, world)
      await world.call('subscription.add-digest', { body: { option, ...(id && { project_id: id }), ...clockHere() } })
      world.tell(`Subscribed to the ${option} digest of “${nameOf(id, world)}”`)
    },
  }),
  command({
    id: 'subscription.end-digest',
    words: 'unsubscribe digest',
    title: 'Unsubscribe',
    pending: 'Unsubscribing',
    icon: 'close',
    ...ofDigest,
    undo: digestCall('subscription.add-digest'),
    writes: ['subscription.end-digest'],
    async run({ option, project }, world) {
      const id = projectOf(project, world)
      await world.call('subscription.end-digest', { query: { option, ...(id && { project_id: id }) } })
      world.tell(`Unsubscribed from the ${option} digest of “${nameOf(id, world)}”`)
    },
  }),
  command({
    id: 'subscription.trigger',
    words: 'send digest',
    title: 'Send now',
    pending: 'Sending',
    icon: 'mail',
    ...ofDigest,
    writes: ['subscription.trigger'],
    async run({ option, project }, world) {
      const id = projectOf(project, world)
      const sent = await world.call('subscription.trigger', { body: { option, ...(id && { project_id: id }) } })
      world.tell(
        sent.mail_leaves
          ? `The digest was queued for ${sent.email}`
          : 'The digest is in the outbox: no mail server is configured',
      )
    },
  }),
  command({
    id: 'subscription.add',
    silences: false,
    words: 'subscribe group',
    title: 'Subscribe',
    pending: 'Subscribing',
    icon: 'mail',
    ...ofGroup,
    undo: (args) => ({ id: 'subscription.end', args }),
    writes: ['subscription.add'],
    async run({ group }, world) {
      const { title } = await world.call('subscription.add', { params: { group }, body: clockHere() })
      world.tell(`Subscribed to “${title}”`)
    },
  }),
  command({
    id: 'subscription.end',
    words: 'unsubscribe group',
    title: 'Unsubscribe',
    pending: 'Unsubscribing',
    icon: 'close',
    ...ofGroup,
    undo: (args) => ({ id: 'subscription.add', args }),
    writes: ['subscription.end'],
    async run({ group }, world) {
      const { title } = await world.call('subscription.end', { params: { group } })
      world.tell(`Unsubscribed from “${title}”`)
    },
  }),
  command({
    id: 'expert-subscription.add',
    silences: false,
    words: 'subscribe api-expert',
    title: 'Subscribe',
    pending: 'Subscribing',
    icon: 'mail',
    effect: 'write',
    args: {},
    undo: () => ({ id: 'expert-subscription.end', args: {} }),
    writes: ['expert-subscription.add'],
    async run(_, world) {
      await world.call('expert-subscription.add', { body: clockHere() })
      world.tell('Subscribed to shared collections')
    },
  }),
  command({
    id: 'expert-subscription.end',
    words: 'unsubscribe api-expert',
    title: 'Unsubscribe',
    pending: 'Unsubscribing',
    icon: 'close',
    effect: 'write',
    args: {},
    undo: () => ({ id: 'expert-subscription.add', args: {} }),
    writes: ['expert-subscription.end'],
    async run(_, world) {
      await world.call('expert-subscription.end', {})
      world.tell('Unsubscribed from shared collections')
    },
  }),
]

import { ALERT_CATEGORIES, webhookType } from '../../contract/alerts/webhooks.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { resources } from '../../contract/resources.ts'
import { NEW_POLICY } from '../../domain/alerts/alert-policy.ts'
import type { WebhookParameter } from '../../domain/alerts/webhook-parameter.ts'
import { parameterProblem } from '../../domain/alerts/webhook-rules.ts'
import {
  hasEnded,
  OFFERED_TYPE_IDS,
  SECRET_PARAMETERS,
  WEBHOOK_TYPES,
  type WebhookTypeId,
} from '../../domain/alerts/webhook-types.ts'
import { command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { notAheadSentence, timeIn, timeWords } from '../core/time-words.ts'
import type { World } from '../core/world.ts'
import { alertTargetCommands, changingScope, knownAlert, sayingScope, targetName } from './alert-targets.ts'

const lost = (): readonly string[] => ['It sends no more alerts', 'Its open alerts are discarded']

const change = async (world: World, id: string, body: { enabled: boolean }): Promise<void> => {
  await world.call('webhook.update', { params: { id }, body })
}

const shared = { effect: 'write', needs: 'edit', of: { webhook: 'webhook' } } as const

/** The commands to turn an alert on and off. */
const turning = (enabled: boolean) =>
  command({
    ...shared,
    id: enabled ? 'webhook.enable' : 'webhook.disable',
    words: enabled ? 'enable alert' : 'disable alert',
    aliases: [enabled ? 'enable webhook' : 'disable webhook'],
    title: enabled ? 'Turn on' : 'Turn off',
    pending: enabled ? 'Turning on' : 'Turning off',
    icon: enabled ? 'play' : 'pause',
    args: { webhook: 'string' },
    already: ({ webhook = '' }, world) =>
      knownAlert(webhook, world)?.enabled === enabled ? `is turned ${enabled ? 'on' : 'off'} already` : null,
    done: enabled ? 'turned on' : 'turned off',
    silences: !enabled,
    ...(enabled && { widens: 'Its recipients are notified from then on.' }),
    undo: 'calls',
    writes: ['webhook.update'],
    run: ({ webhook }, world) => change(world, webhook, { enabled }),
  })

const SNOOZES = [
  { value: '15m', note: 'a quarter of an hour' },
  { value: '1h', note: 'one hour' },
  { value: '4h', note: 'four hours' },
  { value: '24h', note: 'a day' },
]

const TYPES = OFFERED_TYPE_IDS.map((value) => ({ value, note: WEBHOOK_TYPES[value].title }))

/** The one thing that a type must be told, such as an address; null where it asks for more than one. */
const soleNeed = (type: WebhookTypeId): WebhookParameter | null => {
  const [need, ...others] = WEBHOOK_TYPES[type].parameters.filter(({ required, initial }) => required && !initial)
  return need && others.length === 0 ? need : null
}

/** What a type asks for and brings along: the templates of a mail in one’s own words. */
/** The settings that the form of a new alert begins with. */
const NEW_ALERT = { failing_locations: NEW_POLICY.failing_locations, fails_in_a_row: 1 }

const initials = (type: WebhookTypeId): Record<string, string> =>
  Object.fromEntries(
    WEBHOOK_TYPES[type].parameters.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  )

/** Leads to what was made; the secret with which it signs is shown, once. */
const made = (
  row: {
    readonly id: string
    readonly name: string
    readonly parameters?: unknown
    readonly unconfirmed?: readonly string[]
  },
  world: World,
): void => {
  const { unconfirmed = [] } = row
  if (unconfirmed.length > 0)
    world.tell(
      `${unconfirmed.join(', ')} ${unconfirmed.length === 1 ? 'gets' : 'get'} nothing until the address is confirmed by the link in its mail`,
      { category: 'WARNING' },
    )
  world.go('webhook', { webhookId: row.id })
  const { secret }: { secret?: unknown } = Object(row.parameters)
  if (typeof secret === 'string')
    world.send('secret', { type: 'SHOW', title: `Signing secret of “${row.name}”`, secret })
}

/** Whether the service of an alert has ended: it gets another type, and cannot be copied. */
const isOfEnded = (id: string, world: World): boolean => {
  const type = knownAlert(id, world)?.web_hook_type
  return type !== undefined && hasEnded(type)
}

/** Alert commands. */
const snoozedUntil = (end: number | null, world: World): string =>
  end === null ? 'snoozed' : `snoozed until ${timeWords(end, world)}`

export const webhookCommands = [
  ...resourceCommands(resources.webhooks, {
    lost,
    question: changingScope,
    // `create alert` makes one in a few words: its type, and its address or key.
    createWords: 'create custom-alert',
    usual: NEW_ALERT,
    oldNouns: ['webhook'],
    secrets: SECRET_PARAMETERS,
    made,
  }).map((each) => (each.id === 'webhook.update' ? sayingScope(each) : each)),
  command({
    id: 'webhook.new',
    words: 'new alert',
    title: 'Add alert',
    icon: 'plus',
    keys: 'n',
    keysFor: 'webhook',
    needs: 'edit',
    args: { 'type?': webhookType, 'monitor?': 'string' },
    choices: { type: () => TYPES },
    of: { monitor: 'monitor' },
    prompts: { type: 'Of which type?', monitor: 'For which monitor?' },
    run: ({ type, monitor }, world) => world.go('new-webhook', {}, { type, monitor }),
  }),
  command({
    id: 'webhook.create-quickly',
    words: 'create alert',
    title: 'Create alert',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: {
      type: webhookType,
      to: '1 <= string <= 8192',
      'monitor?': 'string',
      'name?': '1 <= string <= 400',
      'alerts?': `(${oneOf(ALERT_CATEGORIES)})[]`,
      'fails_in_a_row?': '0 <= number.integer <= 999999',
      'no_data_periods?': '2 <= number.integer <= 1000',
    },
    of: { monitor: 'monitor' },
    prompts: { type: 'Of which type?', to: 'To which address, or with which key?', monitor: 'For which monitor?' },
    choices: { type: () => TYPES.filter(({ value }) => soleNeed(value) !== null) },
    checks: {
      to(text, { type }) {
        const known = OFFERED_TYPE_IDS.find((each) => each === type)
        const need = known ? soleNeed(known) : null
        const says = need && parameterProblem(need, text)
        return says ? { sentence: `The value for ${type} ${says}.` } : null
      },
    },
    // For some types it is a key, or an address that lets in whoever knows it.
    secret: ['to'],
    isSecret({ type }) {
      const need = type === undefined ? null : soleNeed(type)
      return need === null || need.isSecret
    },
    writes: ['webhook.create'],
    async run({ type, to, monitor, name, alerts, fails_in_a_row, no_data_periods }, world) {
      const need = soleNeed(type)
      if (need === null) throw new Error(`${WEBHOOK_TYPES[type].title} needs more than one value: use “new alert”.`)
      const row = await world.call('webhook.create', {
        body: {
          web_hook_type: type,
          name: name ?? (need.name === 'email_address' ? `Mail to ${to}`.slice(0, 400) : WEBHOOK_TYPES[type].title),
          monitor_id: monitor ?? null,
          policy: { failing_locations: NEW_ALERT.failing_locations },
          ...(alerts && { alerts }),
          parameters: {
            ...initials(type),
            [need.name]: to,
            fails_in_a_row: fails_in_a_row ?? NEW_ALERT.fails_in_a_row,
            ...(no_data_periods !== undefined && { no_data_periods }),
          },
        },
      })
      world.tell(`“${row.name}” created for ${monitor === undefined ? 'all monitors' : targetName(monitor, world)}`)
      made(row, world)
    },
  }),
  command({
    id: 'webhook.duplicate',
    words: 'duplicate alert',
    aliases: ['duplicate webhook'],
    title: 'Duplicate',
    icon: 'copy',
    needs: 'edit',
    args: { webhook: 'string', 'monitor?': 'string' },
    of: { webhook: 'webhook', monitor: 'monitor' },
    prompts: { monitor: 'For which monitor?' },
    fits: (id, world) => !isOfEnded(id, world),
    run: ({ webhook, monitor }, world) => world.go('new-webhook', {}, { from: webhook, monitor }),
  }),
  command({
    id: 'webhook.change-type',
    words: 'change-type alert',
    title: 'Change type',
    icon: 'edit',
    needs: 'edit',
    args: { webhook: 'string', type: webhookType },
    of: { webhook: 'webhook' },
    prompts: { type: 'To which type?' },
    choices: { type: () => TYPES },
    fits: isOfEnded,
    run: ({ webhook, type }, world) => world.go('webhook-edit', { webhookId: webhook }, { type }),
  }),
  command({
    ...shared,
    id: 'webhook.snooze',
    words: 'snooze alert',
    aliases: ['snooze webhook'],
    title: 'Snooze',
    pending: 'Snoozing',
    icon: 'pause',
    args: { webhook: 'string', minutes: '1 <= number.integer <= 10080' },
    prompts: { minutes: 'For how long?' },
    choices: { minutes: () => SNOOZES },
    silences: true,
    done: ({ minutes }, world) => snoozedUntil(world.now() + minutes * 60_000, world),
    undo: 'calls',
    writes: ['webhook.snooze'],
    async run({ webhook, minutes }, world) {
      await world.call('webhook.snooze', { params: { id: webhook }, body: { minutes } })
    },
  }),
  command({
    ...shared,
    id: 'webhook.snooze-until',
    words: 'snooze-until alert',
    aliases: ['snooze-until webhook'],
    title: 'Snooze until…',
    pending: 'Snoozing',
    icon: 'schedule',
    args: { webhook: 'string', until: 'string > 0' },
    prompts: { until: 'Until when (14:30, tomorrow 9, mon 8:00)?' },
    times: ['until'],
    silences: true,
    done: ({ until }, world) => snoozedUntil(timeIn(until, world), world),
    undo: 'calls',
    writes: ['webhook.snooze'],
    async run({ webhook, until }, world) {
      const end = timeIn(until, world)
      if (end === null) throw new Error(notAheadSentence(until))
      await world.call('webhook.snooze', { params: { id: webhook }, body: { until: new Date(end).toISOString() } })
    },
  }),
  command({
    ...shared,
    id: 'webhook.wake',
    widens: 'Its recipients are notified again from then on.',
    silences: false,
    words: 'unsnooze alert',
    aliases: ['wake alert', 'wake webhook'],
    title: 'End snooze',
    pending: 'Ending snooze',
    icon: 'bell',
    args: { webhook: 'string' },
    already({ webhook = '' }, world) {
      const alert = knownAlert(webhook, world)
      return alert && (alert.snoozed_until === null || Date.parse(alert.snoozed_until) <= world.now())
        ? 'is not snoozed'
        : null
    },
    done: 'snooze ended',
    undo: 'calls',
    writes: ['webhook.snooze'],
    async run({ webhook }, world) {
      await world.call('webhook.snooze', { params: { id: webhook }, body: { minutes: 0 } })
    },
  }),
  ...alertTargetCommands,
  command({
    ...shared,
    id: 'webhook.test',
    words: 'test alert',
    aliases: ['test webhook'],
    title: 'Send test',
    pending: 'Sending',
    icon: 'play',
    keys: 't',
    keyScope: 'object',
    args: { webhook: 'string' },
    writes: ['webhook.test'],
    async run({ webhook }, world) {
      const { status, detail, error } = await world.call('webhook.test', { params: { id: webhook }, body: {} })
      if (status !== 'failed') return world.tell(detail, status === 'kept' ? { category: 'WARNING' } : {})
      const failure = [detail, error].filter(Boolean).join(' ')
      // A screen shows it where the test was asked for; elsewhere it is how a test that was made has ended.
      if (world.place) throw new Error(failure)
      world.tell(failure, { category: 'FAIL' })
    },
  }),
  command({
    id: 'webhook.secret-stored',
    words: 'store signing-secret',
    title: 'I have stored it',
    hidden: true,
    needs: 'edit',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    run({ webhook }, world) {
      world.send('navigation', { type: 'CLEANED' })
      world.go('webhook', { webhookId: webhook })
    },
  }),
  command({
    id: 'webhook.try',
    words: 'try alert',
    title: 'Send test',
    screen: true,
    pending: 'Sending',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: {},
    when: ({ place }) => place?.name === 'new-webhook' || place?.name === 'webhook-edit',
    writes: ['webhook.test', 'webhook.test-draft'],
    run: (_, world) => world.send('screen', { type: 'TRY' }),
  }),
  turning(false),
  turning(true),
]

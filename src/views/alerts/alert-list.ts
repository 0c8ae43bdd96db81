import { WEBHOOK_TYPES, webhookTypeOf } from '../../domain/alerts/webhook-types.ts'
import { several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'
import { snoozeItems } from './SnoozeMenu.tsx'
import { stateOf, type Webhook } from './webhook-list.ts'
import { destinationWords } from './webhook-type.ts'

/** Text that words are searched in. */
const textOf = (webhook: Webhook): string =>
  [
    webhook.name,
    WEBHOOK_TYPES[webhook.web_hook_type].title,
    destinationWords(webhook),
    ...webhook.include_tags,
    ...webhook.exclude_tags,
    webhook.id,
  ].join('\n')

/** The list of alerts. */
export const alertList = defineList('webhook.list', {
  kind: 'webhook',
  one: 'alert',
  many: 'alerts',
  title: 'Alerts & Webhooks',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  add: { command: 'webhook.new', icon: 'plus' },
  filters: [
    words({ label: 'Filter by name or tag', text: textOf }),
    several({
      name: 'type',
      label: 'Type',
      of: ({ web_hook_type }) => [web_hook_type],
      words: (type) => WEBHOOK_TYPES[webhookTypeOf(type) ?? 'webhook'].title,
    }),
    several({
      name: 'state',
      label: 'State',
      of: (webhook) => [stateOf(webhook, Date.now())],
      options: [
        { value: 'on', label: 'On' },
        { value: 'trouble', label: 'Delivery failing' },
        { value: 'snoozed', label: 'Snoozed' },
        { value: 'off', label: 'Off' },
      ],
      counted: true,
    }),
  ],
  order: (rows) => rows.toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
  acts: () => [
    { command: 'webhook.edit', icon: 'edit', label: 'Edit' },
    { command: 'webhook.test', icon: 'play', label: 'Send a test by' },
    { command: 'webhook.remove', icon: 'trash', label: 'Delete' },
  ],
  menu: (webhook) => [
    { command: 'webhook.edit' },
    { command: 'webhook.test' },
    { command: 'webhook.duplicate' },
    'rule',
    ...snoozeItems(webhook, Date.now()).filter((item) => item !== 'rule'),
    'rule',
    { command: webhook.enabled ? 'webhook.disable' : 'webhook.enable' },
    { command: 'webhook.remove', danger: true },
  ],
  bulk: [
    { command: 'webhook.enable', icon: 'play', label: 'Turn on' },
    { command: 'webhook.disable', icon: 'pause', label: 'Turn off' },
    { command: 'webhook.snooze', icon: 'snooze', label: 'Snooze' },
    { command: 'webhook.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'An alert tells people, chats and other systems when a monitor fails, and, if you choose so, when it recovers.',
    line: 'create alert email ops@example.com',
    acts: [
      { command: 'webhook.new', args: { type: 'email' }, icon: 'mail', label: 'Alert by email' },
      { command: 'webhook.new', label: 'Other channels' },
    ],
  },
})

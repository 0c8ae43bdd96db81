import { Menu, type MenuItem } from '../parts/act/Menu.tsx'
import { formats } from '../parts/text/format.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { untilWords } from './until-words.ts'
import { snoozedUntil, type Webhook } from './webhook-list.ts'

const CHOICES = [
  { minutes: 15, label: 'For 15 min' },
  { minutes: 60, label: 'For 1 h' },
  { minutes: 240, label: 'For 4 h' },
  { minutes: 1440, label: 'For 24 h' },
] as const

/** What a menu offers to keep an alert quiet, and to end that. */
export const snoozeItems = (webhook: Webhook, now: number): readonly MenuItem[] => {
  const until = snoozedUntil(webhook, now)
  return [
    ...(until === null
      ? []
      : [
          { heading: 'Snoozed', below: `until ${formats.instant(until)}` },
          { command: 'webhook.wake', args: { webhook: webhook.id }, label: 'End snooze' },
          'rule' as const,
        ]),
    ...CHOICES.map(({ minutes, label }) => ({
      command: 'webhook.snooze',
      args: { webhook: webhook.id, minutes },
      label,
      icon: 'snooze' as const,
    })),
    { command: 'webhook.snooze-until', args: { webhook: webhook.id }, label: 'Until…', icon: 'schedule' },
  ]
}

/** Whether an alert is snoozed, and the menu that changes it. */
export const SnoozeMenu = ({ webhook, full }: { webhook: Webhook; full?: boolean }) => {
  const words = useTicking((now) => untilWords(snoozedUntil(webhook, now), now))
  return (
    <Menu
      label={words === '' ? `Snooze ${webhook.name}` : `${webhook.name} is snoozed ${words}`}
      icon="snooze"
      kind={full ? 'secondary' : 'ghost'}
      {...(!full && { size: 'small' as const, iconOnly: words === '' })}
      {...((full || words !== '') && {
        face: (
          <>
            <Icon name="snooze" />
            {words === '' ? 'Snooze' : full ? `Snoozed ${words}` : words}
          </>
        ),
      })}
      items={() => snoozeItems(webhook, Date.now())}
    />
  )
}

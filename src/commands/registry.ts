import { accountCommands } from './account.ts'
import { alertCommands } from './alerts.ts'
import { apiKeyCommands } from './api-keys.ts'
import { appearanceCommands } from './appearance.ts'
import { bulkArgumentOf } from './argument.ts'
import { auditCommands } from './audits.ts'
import { chartCommands } from './charts.ts'
import type { Command, KeyScope } from './command.ts'
import { conditionCommands } from './conditions.ts'
import { consoleCommands } from './console.ts'
import { copyCommands } from './copies.ts'
import { debugCommands } from './debug.ts'
import { deliveryCommands } from './deliveries.ts'
import { formCommands } from './form.ts'
import { listCommands } from './list.ts'
import { mailCommands } from './mail.ts'
import { monitorListCommands } from './monitor-list.ts'
import { monitorCommands } from './monitors.ts'
import { navigationCommands } from './navigation.ts'
import { notificationCommands } from './notifications.ts'
import { openCommands } from './open.ts'
import { projectSettingsCommands } from './project-settings.ts'
import { projectCommands } from './projects.ts'
import { askRecipient, recipientCommands } from './recipients.ts'
import { resultCommands } from './results.ts'
import { sampleCommands } from './samples.ts'
import { scheduleCommands } from './schedules.ts'
import { sessionCommands } from './session.ts'
import { siteAccountCommands } from './site-accounts.ts'
import { subscriptionCommands } from './subscriptions.ts'
import { tabCommands } from './tabs.ts'
import { tagCommands } from './tags.ts'
import { textCommands } from './text.ts'
import { trialCommands } from './trials.ts'
import { unsubscribeCommands } from './unsubscribe.ts'
import { watchCommands } from './watches.ts'
import { webhookCommands } from './webhooks.ts'
import { wizardCommands } from './wizard.ts'
import type { EntityKind } from './world.ts'

/** Throws where two commands share an id, a phrase, or a key that both would answer. */
export const withoutClashes = (all: readonly Command[]): readonly Command[] => {
  const taken = new Map<string, Command>()
  const take = (what: string, command: Command) => {
    const other = taken.get(what)
    if (other) throw new Error(`${other.id} and ${command.id} share ${what}.`)
    taken.set(what, command)
  }
  for (const command of all) {
    take(`the id ${command.id}`, command)
    take(`the words “${command.words}”`, command)
  }
  const answering = new Map<string, Command[]>()
  for (const command of all)
    for (const key of keysOf(command)) {
      const others = answering.get(key) ?? []
      const other = others.find((each) => overlaps(command, each))
      if (other) throw new Error(`${other.id} and ${command.id} share the key ${key}.`)
      answering.set(key, [...others, command])
    }
  return all
}

/** Every key of a command. */
const keysOf = ({ keys, alsoKeys = [] }: Command): readonly string[] => (keys ? [keys, ...alsoKeys] : [])

/** The kind of thing whose key it is; null where it is nobody's. */
export const keyKindOf = (command: Command): EntityKind | null =>
  command.keyScope === 'object' ? (bulkArgumentOf(command)?.kind ?? null) : null

/**
 * A list and the object under its cursor are there at the same time, and so is `anywhere`; a form is a screen of its own. Objects of
 * two kinds never have the focus at once.
 */
const overlaps = (a: Command, b: Command): boolean => {
  const [kind, other] = [keyKindOf(a), keyKindOf(b)]
  if (kind !== null && other !== null && kind !== other) return false
  const scopes = [a.keyScope ?? 'anywhere', b.keyScope ?? 'anywhere']
  return scopes.includes('anywhere') || scopes[0] === scopes[1] || !scopes.includes('form')
}

/** Every command of the product. */
export const commands: readonly Command[] = withoutClashes([
  ...monitorCommands,
  ...tagCommands,
  ...textCommands,
  ...conditionCommands,
  ...copyCommands,
  ...monitorListCommands,
  ...scheduleCommands,
  ...webhookCommands,
  ...alertCommands,
  ...notificationCommands,
  ...deliveryCommands,
  ...resultCommands,
  ...auditCommands,
  ...sampleCommands,
  ...trialCommands,
  ...watchCommands,
  ...wizardCommands,
  ...chartCommands,
  ...projectCommands,
  ...projectSettingsCommands,
  ...apiKeyCommands,
  ...accountCommands,
  ...openCommands,
  ...navigationCommands,
  ...tabCommands,
  ...listCommands,
  ...formCommands,
  ...consoleCommands,
  ...appearanceCommands,
  ...sessionCommands,
  ...subscriptionCommands,
  ...unsubscribeCommands,
  ...recipientCommands,
  ...mailCommands,
  askRecipient,
  ...siteAccountCommands,
  ...debugCommands,
])

const byId: ReadonlyMap<string, Command> = new Map(commands.map((each) => [each.id, each]))

/** The command of an id; null where there is none. */
export const commandById = (id: string): Command | null => byId.get(id) ?? null

/** A key, and what it does where. */
export type KeyBinding = { readonly keys: string; readonly scope: KeyScope; readonly command: Command }

/** Every key that there is, in the order of the registry. */
export const keyBindings: readonly KeyBinding[] = commands.flatMap((command) =>
  keysOf(command).map((keys) => ({ keys, scope: command.keyScope ?? 'anywhere', command })),
)

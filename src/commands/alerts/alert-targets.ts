import type { AlertScope } from '../../domain/alerts/alerting.ts'
import { scopeWords } from '../../domain/alerts/scope-words.ts'
import { tagsMatch } from '../../domain/core/tag-scope.ts'
import { type Command, type Confirmation, command } from '../core/command.ts'
import { entityOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

/** An alert as far as its list is loaded. */
export const knownAlert = (id: string, world: World) =>
  world.known('webhook.list', {})?.data.find((each) => each.id === id)

/** The name of the monitor or workflow that an alert is for, as a sentence has it. */
export const targetName = (id: string, world: World): string => {
  const target = entityOf(id, world.entities('monitor')) ?? entityOf(id, world.entities('workflow'))
  return `“${target?.name ?? id}”`
}

/** Monitors that an alert covers, in words; null while its list is not loaded. `change`: fields as they will be. */
const coveredBy = (id: string, world: World, change: Partial<Scope> = {}): string | null => {
  const alert = knownAlert(id, world)
  return alert ? scopeWords({ ...alert, ...change }, (target) => targetName(target, world)) : null
}

const SCOPE = ['monitor_id', 'include_tags', 'exclude_tags'] as const
type Scope = Pick<AlertScope, (typeof SCOPE)[number]>

/** The change command of alerts: what changes the monitors that an alert covers says which those are then. */
export const sayingScope = (command: Command): Command => ({
  ...command,
  done(args, world) {
    const usual = typeof command.done === 'function' ? command.done(args, world) : (command.done ?? 'changed')
    const change = Object.fromEntries(SCOPE.flatMap((field) => (field in args ? [[field, args[field]]] : [])))
    // The fields of the draft are those of the scope; a command's arguments are not typed here.
    const scope =
      Object.keys(change).length === 0 ? null : coveredBy(String(args.webhook), world, change as Partial<Scope>)
    return scope === null ? usual : `${usual}: it covers ${scope}`
  },
})

/** The question before an alert covers other monitors than it does; null where it covers no others. */
const movingTo = (id: string, monitor: string | null, world: World): Confirmation | null => {
  const alert = knownAlert(id, world)
  if (alert && alert.monitor_id === monitor) return null
  const name = `“${entityOf(id, world.entities('webhook'))?.name ?? id}”`
  const now = coveredBy(id, world)
  const effects = now === null ? [] : [`It covers ${now} now`]
  const shared = { word: null, reversible: true } as const
  if (monitor === null) {
    const wider = coveredBy(id, world, { monitor_id: null }) ?? 'all monitors'
    return {
      ...shared,
      question: `Use ${name} for ${wider === 'all monitors' ? `${wider} of the project` : wider}?`,
      effects: [...effects, `It would cover ${wider}`],
      button: 'Widen alert',
    }
  }
  const target = targetName(monitor, world)
  const isMove = alert !== undefined && alert.monitor_id !== null
  return {
    ...shared,
    question: isMove ? `Move ${name} to ${target}?` : `Use ${name} for ${target} alone?`,
    effects: [...effects, `It would cover ${target} alone`],
    button: isMove ? 'Move alert' : 'Restrict alert',
  }
}

/** Refuses an alert for a monitor that its tags leave out: it would cover nothing. */
const refuseUncovered = async (id: string, monitor: string, world: World): Promise<void> => {
  const alert = await world.call('webhook.read', { params: { id } })
  const { include_tags = [], exclude_tags = [] } = alert
  if (include_tags.length === 0 && exclude_tags.length === 0) return
  const { meta } = await world.call('monitor.read', { params: { id: monitor } })
  if (tagsMatch(alert, meta.tags)) return
  throw new Error(
    `“${alert.name}” is for ${scopeWords({ ...alert, monitor_id: null }, String)}, and “${meta.name}” is none of them: it would cover nothing. Change the tags of the alert first.`,
  )
}

/** The question before a change of the monitors that an alert covers; null before any other, and where it covers the same. */
export const changingScope = (args: Readonly<Record<string, unknown>>, world: World): Confirmation | null => {
  const id = String(args.webhook)
  const given = SCOPE.filter((field) => args[field] !== undefined)
  if (given.length === 0) return null
  // The fields of the draft are those of the scope; a command's arguments are not typed here.
  const change = Object.fromEntries(given.map((field) => [field, args[field]])) as Partial<Scope>
  if (given.length === 1 && change.monitor_id !== undefined) return movingTo(id, change.monitor_id, world)
  const alert = knownAlert(id, world)
  if (alert && given.every((field) => JSON.stringify(alert[field]) === JSON.stringify(change[field]))) return null
  const name = `“${entityOf(id, world.entities('webhook'))?.name ?? id}”`
  const [now, after] = [coveredBy(id, world), coveredBy(id, world, change)]
  return {
    question: `Use ${name} for ${after ?? 'other monitors'}?`,
    effects: [
      ...(now === null ? [] : [`It covers ${now} now`]),
      ...(after === null ? [] : [`It would cover ${after}`]),
    ],
    word: null,
    reversible: true,
    button: 'Change alert',
  }
}

const shared = {
  effect: 'write',
  needs: 'edit',
  icon: 'bell',
  pending: 'Saving',
  undo: 'calls',
  writes: ['webhook.update'],
} as const

/** Commands that use an alert for one monitor, or for all. They say which monitors it covers now, and would cover. */
export const alertTargetCommands: readonly Command[] = [
  command({
    ...shared,
    id: 'webhook.attach',
    words: 'attach alert',
    aliases: ['attach webhook'],
    title: 'Use for one monitor',
    args: { webhook: 'string', monitor: 'string' },
    of: { webhook: 'webhook', monitor: 'monitor' },
    confirm: ({ webhook, monitor }, world) => movingTo(webhook, monitor, world),
    done: ({ monitor }, world) => `restricted to ${targetName(monitor, world)}`,
    async run({ webhook, monitor }, world) {
      await refuseUncovered(webhook, monitor, world)
      await world.call('webhook.update', { params: { id: webhook }, body: { monitor_id: monitor } })
    },
  }),
  command({
    ...shared,
    id: 'webhook.detach',
    silences: false,
    words: 'detach alert',
    aliases: ['detach webhook'],
    title: 'Use for all monitors',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    confirm: ({ webhook }, world) => movingTo(webhook, null, world),
    done: ({ webhook }, world) => `widened to ${coveredBy(webhook, world, { monitor_id: null }) ?? 'all monitors'}`,
    run: ({ webhook }, world) => world.call('webhook.update', { params: { id: webhook }, body: { monitor_id: null } }),
  }),
]

import { resources } from '../contract/contract.ts'
import { command } from './command.ts'
import { resourceCommands } from './resource-commands.ts'
import type { World } from './world.ts'

const lost = (): readonly string[] => ['Nobody is told by it any more', 'Its open alerts are forgotten']

const change = async (
  world: World,
  id: string,
  body: { enabled?: boolean; monitor_id?: string | null },
): Promise<void> => {
  await world.call('webhook.update', { params: { id }, body })
}

/** Who is told of results. */
export const webhookCommands = [
  ...resourceCommands(resources.webhooks, { icon: 'bell', lost }),
  command({
    id: 'webhook.snooze',
    words: 'snooze webhook',
    title: 'Snooze',
    pending: 'Snoozing',
    icon: 'pause',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string', minutes: '1 <= number.integer <= 10080' },
    of: { webhook: 'webhook' },
    prompts: { minutes: 'For how many minutes?' },
    done: 'snoozed',
    undo: ({ webhook }) => ({ id: 'webhook.wake', args: { webhook } }),
    writes: ['webhook.snooze'],
    async run({ webhook, minutes }, world) {
      await world.call('webhook.snooze', { params: { id: webhook }, body: { minutes } })
    },
  }),
  command({
    id: 'webhook.wake',
    words: 'wake webhook',
    title: 'Wake',
    pending: 'Waking',
    icon: 'bell',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    done: 'awake',
    writes: ['webhook.snooze'],
    async run({ webhook }, world) {
      await world.call('webhook.snooze', { params: { id: webhook }, body: { minutes: 0 } })
    },
  }),
  command({
    id: 'webhook.attach',
    words: 'attach webhook',
    title: 'Use for one monitor',
    pending: 'Saving',
    icon: 'bell',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string', monitor: 'string' },
    of: { webhook: 'webhook', monitor: 'monitor' },
    done: 'attached',
    undo: ({ webhook }) => ({ id: 'webhook.detach', args: { webhook } }),
    writes: ['webhook.update'],
    run: ({ webhook, monitor }, world) => change(world, webhook, { monitor_id: monitor }),
  }),
  command({
    id: 'webhook.detach',
    words: 'detach webhook',
    title: 'Use for all monitors',
    pending: 'Saving',
    icon: 'bell',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    done: 'detached',
    writes: ['webhook.update'],
    run: ({ webhook }, world) => change(world, webhook, { monitor_id: null }),
  }),
  command({
    id: 'webhook.disable',
    words: 'disable webhook',
    title: 'Turn off',
    pending: 'Turning off',
    icon: 'pause',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    done: 'turned off',
    undo: (args) => ({ id: 'webhook.enable', args }),
    writes: ['webhook.update'],
    run: ({ webhook }, world) => change(world, webhook, { enabled: false }),
  }),
  command({
    id: 'webhook.enable',
    words: 'enable webhook',
    title: 'Turn on',
    pending: 'Turning on',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    done: 'turned on',
    undo: (args) => ({ id: 'webhook.disable', args }),
    writes: ['webhook.update'],
    run: ({ webhook }, world) => change(world, webhook, { enabled: true }),
  }),
]

import { addressOf } from '../core/addresses.ts'
import { command } from '../core/command.ts'

/** Why alerts did or did not fire. */
export const alertCommands = [
  command({
    id: 'result.explain',
    words: 'explain result',
    title: 'Why did it alert?',
    icon: 'help',
    needs: 'see',
    args: { result: 'string' },
    of: { result: 'result' },
    run: ({ result }, world) => world.goTo(`${addressOf('result', { resultId: result })}#alerts`),
  }),
  command({
    id: 'webhook.explain',
    words: 'explain alert',
    aliases: ['explain webhook'],
    title: 'What it decided',
    icon: 'help',
    needs: 'see',
    args: { webhook: 'string' },
    of: { webhook: 'webhook' },
    run: ({ webhook }, world) => world.goTo(`${addressOf('webhook', { webhookId: webhook })}#decisions`),
  }),
]

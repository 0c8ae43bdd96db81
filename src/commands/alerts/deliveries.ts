import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'

/** The messages that webhooks send. */
export const deliveryCommands = [
  command({
    id: 'delivery.retry',
    widens: 'Its receiver gets the message again, also where it is about an outage that has ended.',
    words: 'resend message',
    title: 'Send again',
    pending: 'Sending',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    args: { webhook: 'string', message: 'string > 0' },
    of: { webhook: 'webhook' },
    prompts: { message: 'Which message?' },
    writes: ['delivery.retry'],
    async run({ webhook, message }, world) {
      await world.call('delivery.retry', { params: { id: webhook, key: message } })
      world.tell('The message was queued again')
    },
  }),
  command({
    id: 'delivery.hide',
    words: 'hide message',
    title: 'Close',
    hidden: true,
    args: {},
    when: ({ place }) => place?.name === 'webhook',
    run: (_, world) => changeSearch(world, { message: null }),
  }),
]

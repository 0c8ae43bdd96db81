import { command } from '../core/command.ts'

const shared = { effect: 'write', needs: 'respond', of: { monitor: 'monitor' } } as const

/** Taking care of incidents: who acknowledges one is reminded of it no more, and nobody else is woken for it. */
export const acknowledgementCommands = [
  command({
    ...shared,
    id: 'alert.acknowledge',
    words: 'acknowledge monitor',
    aliases: ['ack monitor'],
    title: 'Acknowledge',
    pending: 'Acknowledging',
    icon: 'check',
    args: { monitor: 'string', 'note?': 'string <= 1000' },
    prompts: { note: 'What do you know so far?' },
    done: 'acknowledged',
    undo: ({ monitor }) => ({ id: 'alert.unacknowledge', args: { monitor } }),
    writes: ['alert.acknowledge'],
    async run({ monitor, note }, world) {
      await world.call('alert.acknowledge', { params: { id: monitor }, body: note === undefined ? {} : { note } })
    },
  }),
  command({
    ...shared,
    id: 'alert.unacknowledge',
    widens: 'Recipients are reminded again while it fails, and those of its escalation are notified.',
    silences: false,
    words: 'unacknowledge monitor',
    aliases: ['unack monitor'],
    title: 'Take back',
    pending: 'Taking back',
    icon: 'undo',
    args: { monitor: 'string' },
    done: 'acknowledgement taken back',
    undo: ({ monitor }) => ({ id: 'alert.acknowledge', args: { monitor } }),
    writes: ['alert.unacknowledge'],
    async run({ monitor }, world) {
      await world.call('alert.unacknowledge', { params: { id: monitor } })
    },
  }),
]

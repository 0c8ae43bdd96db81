import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const shared = { effect: 'write', needs: 'respond', of: { monitor: 'monitor' } } as const

/** Whether the open alerts of a monitor are all acknowledged: false where none is, undefined where that is not known or differs. */
const isAcknowledged = (monitor: string, world: World): boolean | undefined => {
  const open = world.known('alert.open', { query: {} })?.data.filter(({ call_id }) => call_id === monitor) ?? []
  const [first, ...others] = new Set(open.map(({ acknowledged }) => acknowledged !== null))
  return others.length > 0 ? undefined : first
}

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
    // A note is worth saying again.
    already: ({ monitor = '', note }, world) =>
      note === undefined && isAcknowledged(monitor, world) === true ? 'is acknowledged already' : null,
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
    already: ({ monitor = '' }, world) => (isAcknowledged(monitor, world) === false ? 'is not acknowledged' : null),
    done: 'acknowledgement taken back',
    undo: ({ monitor }) => ({ id: 'alert.acknowledge', args: { monitor } }),
    writes: ['alert.unacknowledge'],
    async run({ monitor }, world) {
      await world.call('alert.unacknowledge', { params: { id: monitor } })
    },
  }),
]

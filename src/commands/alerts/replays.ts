import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const showsReplay = ({ place }: World): boolean =>
  place?.name === 'webhook' || place?.name === 'webhook-edit' || place?.name === 'new-webhook'

/** Trying an alert over stored results. */
export const replayCommands = [
  command({
    id: 'alert.replay',
    words: 'replay rule',
    title: 'Replay rule',
    pending: 'Replaying',
    icon: 'play',
    needs: 'see',
    args: {},
    when: showsReplay,
    run: (_, world) => world.send('screen', { type: 'REPLAY' }),
  }),
  command({
    id: 'alert.stop-replay',
    words: 'stop replay',
    title: 'Cancel',
    icon: 'close',
    needs: 'see',
    args: {},
    when: showsReplay,
    run: (_, world) => world.send('screen', { type: 'STOP_REPLAY' }),
  }),
]

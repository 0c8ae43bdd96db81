import { command } from './command.ts'
import type { World } from './world.ts'

const onDebug = (world: World): boolean => world.place?.name === 'debug'

/** What helps to find out why. */
export const debugCommands = [
  command({
    id: 'debug.clear-cache',
    words: 'clear cache',
    title: 'Clear cache',
    icon: 'trash',
    publicToo: true,
    args: {},
    run(_, world) {
      world.send('cache', { type: 'CLEAR' })
      world.tell('Cache cleared')
    },
  }),
  command({
    id: 'debug.copy',
    words: 'copy snapshot',
    title: 'Copy snapshot',
    icon: 'copy',
    publicToo: true,
    when: onDebug,
    args: {},
    run: (_, world) => world.send('debug', { type: 'COPY' }),
  }),
  command({
    id: 'debug.pause',
    words: 'pause events',
    title: 'Pause',
    icon: 'pause',
    publicToo: true,
    keys: 'Space',
    keyScope: 'list',
    when: onDebug,
    args: {},
    run: (_, world) => world.send('debug', { type: 'PAUSE' }),
  }),
]

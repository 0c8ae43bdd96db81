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
  command({
    id: 'debug.send',
    words: 'send event',
    title: 'Send event',
    hidden: true,
    publicToo: true,
    when: onDebug,
    args: { actor: 'string', event: 'string' },
    prompts: { actor: 'To which machine?', event: 'Which event?' },
    run: ({ actor, event }, world) => world.send('debug', { type: 'SEND', actor, event }),
  }),
  command({
    id: 'debug.copy-context',
    words: 'copy context',
    title: 'Copy context',
    icon: 'copy',
    hidden: true,
    publicToo: true,
    when: onDebug,
    args: { actor: 'string' },
    prompts: { actor: 'Of which machine?' },
    run: ({ actor }, world) => world.send('debug', { type: 'COPY_CONTEXT', actor }),
  }),
  command({
    id: 'debug.copy-mermaid',
    words: 'copy mermaid',
    title: 'Copy chart as Mermaid',
    icon: 'copy',
    hidden: true,
    publicToo: true,
    when: onDebug,
    args: { actor: 'string' },
    prompts: { actor: 'Of which machine?' },
    run: ({ actor }, world) => world.send('debug', { type: 'COPY_MERMAID', actor }),
  }),
  command({
    id: 'debug.copy-paths',
    words: 'copy paths',
    title: 'Copy paths as JSON',
    icon: 'workflow',
    hidden: true,
    publicToo: true,
    when: onDebug,
    args: { actor: 'string' },
    prompts: { actor: 'Of which machine?' },
    run: ({ actor }, world) => world.send('debug', { type: 'COPY_PATHS', actor }),
  }),
]

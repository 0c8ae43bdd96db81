import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

export const onDebug = (world: World): boolean => world.place?.name === 'debug'

const COPIES = { context: 'COPY_CONTEXT', mermaid: 'COPY_MERMAID', paths: 'COPY_PATHS' } as const

/** Copies something of a machine; without a name, of the selected one. */
const copyOf = (part: keyof typeof COPIES, words: string, title: string, icon: string) =>
  command({
    id: `debug.copy-${part}`,
    words,
    title,
    icon,
    publicToo: true,
    when: onDebug,
    args: { 'actor?': 'string' },
    prompts: { actor: 'Of which machine?' },
    run: ({ actor }, world) => world.send('debug', { type: COPIES[part], actor }),
  })

/** Commands of the debug screen for running machines. */
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
    id: 'debug.inspect',
    words: 'inspect machine',
    title: 'Inspect machine',
    icon: 'search',
    publicToo: true,
    when: onDebug,
    args: { actor: 'string' },
    prompts: { actor: 'Which machine?' },
    run: ({ actor }, world) => world.send('debug', { type: 'LOOK', actor }),
  }),
  command({
    id: 'debug.pause',
    words: 'pause events',
    title: 'Pause',
    icon: 'pause',
    publicToo: true,
    keys: 'Space',
    keyScope: 'list',
    keysOn: 'debug',
    when: onDebug,
    args: {},
    run: (_, world) => world.send('debug', { type: 'PAUSE' }),
  }),
  command({
    id: 'debug.zoom',
    words: 'zoom chart',
    title: 'Zoom the chart',
    publicToo: true,
    when: onDebug,
    args: { by: "'in' | 'out'" },
    prompts: { by: 'In or out?' },
    choices: { by: () => [{ value: 'in' }, { value: 'out' }] },
    run: ({ by }, world) => world.send('debug', { type: 'ZOOM', by }),
  }),
  command({
    id: 'debug.send',
    words: 'send event',
    title: 'Send event',
    publicToo: true,
    when: onDebug,
    args: { event: 'string', 'actor?': 'string' },
    prompts: { actor: 'To which machine?', event: 'Which event?' },
    run: ({ actor, event }, world) => world.send('debug', { type: 'SEND', actor, event }),
  }),
  copyOf('context', 'copy context', 'Copy context', 'copy'),
  copyOf('mermaid', 'copy mermaid', 'Copy chart as Mermaid', 'copy'),
  copyOf('paths', 'copy paths', 'Copy generated paths as JSON', 'workflow'),
]

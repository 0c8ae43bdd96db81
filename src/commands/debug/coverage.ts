import { command } from '../core/command.ts'
import { onDebug } from './debug.ts'

/** Commands for the coverage of charts since the page was opened. */
export const coverageCommands = [
  command({
    id: 'debug.coverage',
    words: 'show coverage',
    title: 'Show coverage',
    icon: 'chart',
    publicToo: true,
    args: { 'chart?': 'string' },
    prompts: { chart: 'Of which chart?' },
    run: ({ chart }, world) => world.go('debug', {}, { view: 'coverage', chart }),
  }),
  command({
    id: 'debug.reset-coverage',
    words: 'reset coverage',
    title: 'Reset coverage',
    icon: 'reload',
    publicToo: true,
    when: onDebug,
    args: {},
    run: (_, world) => world.send('debug', { type: 'RESET_COVERAGE' }),
  }),
  command({
    id: 'debug.copy-coverage',
    words: 'copy coverage',
    title: 'Copy coverage as JSON',
    icon: 'copy',
    publicToo: true,
    when: onDebug,
    args: {},
    run: (_, world) => world.send('debug', { type: 'COPY_COVERAGE' }),
  }),
  command({
    id: 'debug.copy-shortest',
    words: 'copy shortest path',
    title: 'Copy path',
    icon: 'copy',
    hidden: true,
    publicToo: true,
    when: onDebug,
    args: { chart: 'string', transition: 'string' },
    prompts: { chart: 'Of which chart?', transition: 'To which transition?' },
    run: ({ chart, transition }, world) => world.send('debug', { type: 'COPY_PATH_TO', chart, transition }),
  }),
]

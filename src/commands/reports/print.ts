import { command } from '../core/command.ts'

const PRINTED: readonly string[] = ['report', 'report-graph', 'public-report']

/** The command that prints a report, or saves it as PDF; also for those who opened a public link. */
export const reportPrintCommands = [
  command({
    id: 'report.print',
    words: 'print report',
    title: 'Print',
    icon: 'file',
    publicToo: true,
    when: ({ place }) => place !== null && PRINTED.includes(place.name),
    args: {},
    run: (_, world) => world.send('screen', { type: 'PRINT' }),
  }),
]

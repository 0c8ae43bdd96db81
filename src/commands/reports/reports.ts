import { oneOf } from '../../contract/core/notation.ts'
import { resources } from '../../contract/resources.ts'
import { GRAPH_TYPES } from '../../domain/reports/graph-types.ts'
import { type Command, type Confirmation, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import type { World } from '../core/world.ts'
import { groupNamed, readStored } from './stored-report.ts'

const rowOf = (id: string, world: World) => world.known('report.list', {})?.results.find((each) => each.id === id)
const nameOf = (id: string, world: World): string =>
  rowOf(id, world)?.meta.name ?? world.entities('report').find((each) => each.id === id)?.name ?? id

const lost = (id: string, world: World): readonly string[] => [
  ...(rowOf(id, world)?.meta.public ? ['Its public link no longer works'] : []),
  'Its monitors and their results stay',
]

const closing = (
  id: string,
  world: World,
  { verb, button }: { readonly verb: string; readonly button: string },
): Confirmation => ({
  question: `${verb} the public link of “${nameOf(id, world)}”?`,
  effects: ['Everyone who has the present link is told that it leads to no report'],
  word: null,
  button,
})

/** The file of a report's or a group's CSV, and the text in it. */
const csvOf = async (
  id: string,
  groupId: string | null,
  locations: boolean,
  world: World,
): Promise<readonly [file: string, csv: string]> => {
  const file = `report-${slugOf(nameOf(id, world)) || id}${locations ? '-locations' : ''}.csv`
  if (groupId === null)
    return [file, await world.call(locations ? 'report.locations-csv' : 'report.csv', { params: { id } })]
  const params = { id, group: groupId }
  return [file, await world.call(locations ? 'report.group-locations-csv' : 'report.group-csv', { params })]
}

/** Report commands. */
export const reportCommands: readonly Command[] = [
  ...resourceCommands(resources.reports, { lost, needs: 'compose', silences: false }),
  command({
    id: 'report.new',
    words: 'new report',
    title: 'New report',
    icon: 'plus',
    keys: 'n',
    keysFor: 'report',
    needs: 'compose',
    args: {},
    run: (_, world) => world.go('new-report'),
  }),
  command({
    id: 'report.download',
    words: 'download report',
    aliases: ['export report', 'report csv'],
    title: 'Download CSV',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'see',
    args: { report: 'string', 'group?': 'string', 'locations?': 'boolean' },
    of: { report: 'report' },
    prompts: { group: 'Which group?', locations: 'A row for each location?' },
    reads: ['report.read', 'report.csv', 'report.locations-csv', 'report.group-csv', 'report.group-locations-csv'],
    async run({ report: id, group: named, locations = false }, world) {
      const found = named === undefined ? null : groupNamed(await readStored(world, id), named, world)
      if (named !== undefined && !found) return
      const [file, csv] = await csvOf(id, found?.group.id ?? null, locations, world)
      world.download(file, 'text/csv', csv)
    },
  }),
  command({
    id: 'report.graph',
    words: 'show report-graph',
    aliases: ['report chart', 'report graph'],
    title: 'Show the chart',
    icon: 'chart',
    needs: 'see',
    args: { report: 'string', group: 'string', 'graph?': oneOf(GRAPH_TYPES) },
    of: { report: 'report' },
    prompts: { group: 'Which group?', graph: 'Which chart?' },
    async run({ report: id, group: named, graph = 'latency' }, world) {
      const found = groupNamed(await readStored(world, id), named, world)
      if (found) world.go('report-graph', { reportId: id, groupId: found.group.id, graphType: graph })
    },
  }),
  command({
    id: 'report.publish',
    words: 'publish report',
    aliases: ['open report-link', 'share report'],
    title: 'Open a public link',
    pending: 'Opening',
    icon: 'globe',
    effect: 'write',
    needs: 'publish',
    silences: false,
    args: { report: 'string' },
    of: { report: 'report' },
    done: 'public',
    writes: ['report.publish'],
    async run({ report: id }, world) {
      await world.call('report.publish', { params: { id }, body: {} })
    },
  }),
  command({
    id: 'report.renew-link',
    words: 'renew report-link',
    title: 'Renew the public link',
    pending: 'Renewing',
    icon: 'reload',
    effect: 'destroy',
    needs: 'publish',
    args: { report: 'string' },
    of: { report: 'report' },
    fits: (id, world) => rowOf(id, world)?.meta.public !== false,
    confirm: ({ report: id }, world) => closing(id, world, { verb: 'Renew', button: 'Renew link' }),
    writes: ['report.publish'],
    async run({ report: id }, world) {
      await world.call('report.publish', { params: { id }, body: { renew: true } })
      world.tell(`“${nameOf(id, world)}” has a new public link`)
    },
  }),
  command({
    id: 'report.revoke',
    words: 'close report-link',
    aliases: ['revoke report-link', 'unpublish report'],
    title: 'Close the public link',
    pending: 'Closing',
    icon: 'lock',
    effect: 'destroy',
    needs: 'publish',
    args: { report: 'string' },
    of: { report: 'report' },
    already: ({ report = '' }, world) => (rowOf(report, world)?.meta.public === false ? 'is not public' : null),
    confirm: ({ report: id }, world) => closing(id, world, { verb: 'Close', button: 'Close link' }),
    writes: ['report.revoke'],
    async run({ report: id }, world) {
      await world.call('report.revoke', { params: { id } })
      world.tell(`“${nameOf(id, world)}” is no longer public`)
    },
  }),
]

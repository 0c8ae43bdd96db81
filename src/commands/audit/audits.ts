import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'

const LISTS: readonly RouteName[] = ['audit', 'audit-of-resource', 'audit-of-organization', 'monitor-audit']
const onAudit = (world: World): boolean => world.place !== null && LISTS.includes(world.place.name)

/** Filters that stand in the address under the same names as in the query of the endpoints. */
const NARROWING = ['actor', 'action', 'type'] as const

/** Audit log commands: filter, verify, export. */
export const auditCommands = [
  command({
    id: 'audit.filter',
    words: 'filter audit',
    title: 'Filter audit',
    icon: 'search',
    needs: 'inspect',
    args: {
      'actor?': 'string',
      'action?': 'string',
      'type?': 'string',
      'range?': "'24h' | '7d' | '30d' | 'any'",
      'from?': 'string',
      'to?': 'string',
    },
    prompts: {
      actor: 'Who did it (an email address)?',
      action: 'Which action, such as monitor.update?',
      type: 'Which kind of object?',
      range: 'Which time range?',
      from: 'From when?',
      to: 'Until when?',
    },
    run({ actor, action, type, range, from, to }, world) {
      const given = Object.entries({ actor, action, type, range, from, to }).filter(([, value]) => value !== undefined)
      const search = Object.fromEntries(given.map(([key, value]) => [key, value === 'any' ? null : value]))
      if (onAudit(world)) changeSearch(world, search)
      else world.go('audit', {}, search)
    },
  }),
  command({
    id: 'audit.verify',
    words: 'verify audit',
    title: 'Verify',
    icon: 'conformance',
    needs: 'inspect',
    args: {},
    run(_, world) {
      if (world.place?.name === 'audit' && world.place.search.verify === 'project')
        world.send('screen', { type: 'VERIFY' })
      else world.go('audit', {}, { verify: 'project' })
    },
  }),
  command({
    id: 'audit.verify-installation',
    words: 'verify installation-audit',
    title: 'Verify the whole installation',
    icon: 'conformance',
    when: (world) => world.site.admin && world.project !== null,
    args: {},
    run(_, world) {
      if (world.place?.name === 'audit' && world.place.search.verify === 'installation')
        world.send('screen', { type: 'VERIFY' })
      else world.go('audit', {}, { verify: 'installation' })
    },
  }),
  command({
    id: 'audit.close-verdict',
    words: 'close verdict',
    title: 'Close',
    icon: 'close',
    when: (world) => world.place?.name === 'audit' && world.place.search.verify !== undefined,
    args: {},
    run: (_, world) => changeSearch(world, { verify: null }),
  }),
  command({
    id: 'audit.download',
    words: 'download audit',
    title: 'Download CSV',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'manage',
    args: {},
    reads: ['audit.csv'],
    async run(_, world) {
      const search = world.place?.name === 'audit' ? world.place.search : {}
      const query = Object.fromEntries(NARROWING.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
      world.download('audit.csv', 'text/csv', await world.call('audit.csv', { query }))
    },
  }),
  command({
    id: 'audit.expand',
    words: 'expand entry',
    title: 'Changes',
    hidden: true,
    args: { entry: 'string' },
    of: { entry: 'audit-entry' },
    when: onAudit,
    run: ({ entry }, world) => world.send('screen', { type: 'OPEN', id: entry }),
  }),
  command({
    id: 'audit.older',
    words: 'show older-entries',
    title: 'Older',
    pending: 'Loading',
    icon: 'down',
    needs: 'inspect',
    when: onAudit,
    args: {},
    run: (_, world) => world.send('screen', { type: 'OLDER' }),
  }),
]

import { oneOf } from '../../contract/core/notation.ts'
import { CATEGORIES } from '../../contract/results/results.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'

const onList = (world: World): boolean => world.place?.name === 'monitors'

const commas = (words: readonly string[] | undefined) => words && (words.length > 0 ? words.join(',') : null)

/** Commands of the monitor list; its filters are in the address. */
export const monitorListCommands = [
  command({
    id: 'monitor.filter',
    words: 'filter monitors',
    title: 'Filter monitors',
    icon: 'search',
    needs: 'see',
    args: {
      'search?': 'string',
      'result?': `(${oneOf([...CATEGORIES, 'NO_DATA', 'NONE'])})[]`,
      'tag?': 'string[]',
      'without_tag?': 'string[]',
      'type?': "'api' | 'browser'",
      'monitored?': 'boolean',
      'only?': 'boolean',
    },
    of: { tag: 'tag', without_tag: 'tag' },
    prompts: {
      search: 'Which text?',
      result: 'With which last result?',
      tag: 'With which tag?',
      without_tag: 'Without which tag?',
      type: 'Of which type?',
      monitored: 'On a schedule?',
      only: 'Without the other filters?',
    },
    run({ search, result, tag, without_tag, type, monitored, only }, world) {
      const changes = {
        search,
        result: commas(result),
        tag: commas(tag),
        'without-tag': commas(without_tag),
        type,
        monitored: monitored === undefined ? undefined : monitored ? 'yes' : 'no',
      }
      const given = Object.fromEntries(
        Object.entries(changes).flatMap(([key, value]) =>
          value !== undefined ? [[key, value]] : only ? [[key, null]] : [],
        ),
      )
      if (onList(world)) changeSearch(world, given)
      else world.go('monitors', {}, given)
    },
  }),
  command({
    id: 'monitor.sort',
    words: 'sort monitors',
    title: 'Sort monitors',
    icon: 'down',
    needs: 'see',
    args: {
      by: "'score' | 'result' | 'name' | 'pass-rate' | 'median' | 'last-run'",
      'reversed?': 'boolean',
    },
    prompts: { by: 'By what?', reversed: 'Descending order?' },
    when: onList,
    run: ({ by, reversed }, world) => changeSearch(world, { sort: reversed ? `-${by}` : by }),
  }),
  command({
    id: 'list.clear-filter',
    words: 'clear filter',
    title: 'Clear',
    icon: 'close',
    args: {},
    run(_, world) {
      const { sort } = world.place?.search ?? {}
      if (world.place) changeSearch(world, { ...emptied(world.place.search), sort })
    },
  }),
  command({
    id: 'list.export',
    words: 'export csv',
    title: 'Download CSV',
    icon: 'download',
    needs: 'see',
    args: {},
    run: (_, world) => world.send('screen', { type: 'EXPORT', format: 'csv' }),
  }),
  command({
    id: 'list.search',
    words: 'focus search',
    title: 'Filter the list',
    hidden: true,
    keys: '/',
    args: {},
    run: (_, world) => world.send('screen', { type: 'FOCUS_SEARCH' }),
  }),
]

const emptied = (search: Readonly<Record<string, string>>): Record<string, null> =>
  Object.fromEntries(Object.keys(search).map((key) => [key, null]))

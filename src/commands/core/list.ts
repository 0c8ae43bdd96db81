import { kinds } from '../kinds.ts'
import { addressOf } from './addresses.ts'
import { command } from './command.ts'
import type { World } from './world.ts'

/** The list's machine lives with its screen: without one these do nothing. */
const inList = (world: World): boolean => world.signedIn

/** Cursor and selection of the list that is shown. */
export const listCommands = [
  command({
    id: 'list.down',
    words: 'cursor down',
    title: 'Next row',
    hidden: true,
    keys: 'j',
    alsoKeys: ['ArrowDown'],
    keyScope: 'list',
    args: {},
    when: inList,
    run: (_, world) => world.send('list', { type: 'MOVE', by: 1 }),
  }),
  command({
    id: 'list.up',
    words: 'cursor up',
    title: 'Previous row',
    hidden: true,
    keys: 'k',
    alsoKeys: ['ArrowUp'],
    keyScope: 'list',
    args: {},
    when: inList,
    run: (_, world) => world.send('list', { type: 'MOVE', by: -1 }),
  }),
  command({
    id: 'list.first',
    words: 'first row',
    title: 'First row',
    hidden: true,
    args: {},
    when: inList,
    run: (_, world) => world.send('screen', { type: 'FOCUS_ROWS' }),
  }),
  command({
    id: 'list.extend-down',
    words: 'extend down',
    title: 'Select to the next row',
    hidden: true,
    keys: 'Shift+j',
    alsoKeys: ['Shift+ArrowDown'],
    keyScope: 'list',
    args: {},
    when: inList,
    run: (_, world) => world.send('list', { type: 'EXTEND', by: 1 }),
  }),
  command({
    id: 'list.extend-up',
    words: 'extend up',
    title: 'Select to the previous row',
    hidden: true,
    keys: 'Shift+k',
    alsoKeys: ['Shift+ArrowUp'],
    keyScope: 'list',
    args: {},
    when: inList,
    run: (_, world) => world.send('list', { type: 'EXTEND', by: -1 }),
  }),
  command({
    id: 'list.select',
    words: 'select row',
    title: 'Select the row',
    hidden: true,
    keys: 'x',
    keyScope: 'list',
    args: { 'row?': 'string', 'range?': 'boolean' },
    prompts: { row: 'Which row?', range: 'Extend the selection to it?' },
    when: inList,
    run: ({ row, range }, world) =>
      world.send(
        'list',
        range && row !== undefined
          ? { type: 'RANGE', id: row }
          : { type: 'TOGGLE', ...(row !== undefined && { id: row }) },
      ),
  }),
  command({
    id: 'list.point',
    words: 'point row',
    title: 'Move the cursor to the row',
    hidden: true,
    args: { row: 'string' },
    prompts: { row: 'Which row?' },
    when: inList,
    run: ({ row }, world) => world.send('list', { type: 'TO', id: row }),
  }),
  command({
    id: 'list.select-all',
    words: 'select all',
    title: 'Select all rows',
    icon: 'check',
    args: {},
    when: inList,
    run: (_, world) => world.send('list', { type: 'ALL' }),
  }),
  command({
    id: 'list.clear',
    words: 'select none',
    title: 'Clear the selection',
    keys: 'Escape',
    keyScope: 'list',
    icon: 'close',
    args: {},
    when: inList,
    run(_, world) {
      // Without a selection, Esc goes back to the filter that led to the rows.
      const isFree = world.selection === null
      // All the same: a filter may hide selected rows.
      world.send('list', { type: 'NONE' })
      if (isFree && world.place?.search.search) world.send('screen', { type: 'FOCUS_SEARCH' })
    },
  }),
  command({
    id: 'list.open',
    words: 'open row',
    title: 'Open the row',
    hidden: true,
    keys: 'Enter',
    keyScope: 'list',
    args: {},
    when: inList,
    run(_, world) {
      const { focus } = world
      if (!focus) return
      const { routes, parameter } = kinds[focus.kind]
      if (routes.one && parameter) world.goTo(addressOf(routes.one, { [parameter]: focus.id }))
      else world.send('screen', { type: 'OPEN', id: focus.id })
    },
  }),
]

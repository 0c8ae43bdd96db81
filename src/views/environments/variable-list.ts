import { several } from '../kit/list/choice-filter.ts'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type Variable = RowOf<'variable.list'>

/** The list of an environment's variables. */
export const variableListOf = (workspace: string) =>
  defineList('variable.list', {
    kind: 'variable',
    one: 'variable',
    many: 'variables',
    title: 'Environments',
    rowId: ({ id }) => id,
    rowName: ({ name }) => name,
    opens: ({ id }) => ({ command: 'variable.edit', args: { variable: id } }),
    add: { command: 'variable.new', args: { workspace }, icon: 'plus' },
    shows: (row) => row.workspace === workspace,
    filters: [
      words({ label: 'Filter by name or value', text: ({ name, value, secret }) => `${name} ${secret ? '' : value}` }),
      several({
        name: 'used',
        label: 'Use',
        of: ({ used_by }) => [used_by.length > 0 ? 'used' : 'unused'],
        options: [
          { value: 'used', label: 'Used' },
          { value: 'unused', label: 'Not used' },
        ],
      }),
    ],
    acts: () => [
      { command: 'variable.edit', icon: 'edit', label: 'Edit' },
      { command: 'variable.remove', icon: 'trash', label: 'Delete' },
    ],
    menu: () => [
      { command: 'variable.edit' },
      { command: 'variable.rename' },
      'rule',
      { command: 'variable.remove', danger: true },
    ],
    empty: {
      text:
        workspace === 'global'
          ? 'A variable is a value under a name that monitors and alerts read as {{ NAME }}: a host, a version, a token. All monitors read global variables; a variable of their own environment comes first.'
          : 'Monitors of this environment read its variables as {{ NAME }}, and global variables where it has none of that name.',
      line: `set variable HOST https://api.example.com --workspace ${workspace}`,
    },
  })

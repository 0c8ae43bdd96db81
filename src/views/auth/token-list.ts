import { TOKEN_STATUSES } from '../../contract/auth/tokens.ts'
import { TOKEN_STATUS_WORDS } from '../../domain/auth/token-status.ts'
import { several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { Token } from './token-form.ts'

/** Commands of a token in lists. */
export const tokenMenu = ({ id, meta }: Token): readonly MenuItem[] => {
  const args = { token: id }
  return [
    { command: 'token.edit', args },
    { command: 'token.refresh', args },
    { command: 'token.get', args: { 'auth-setting': meta.auth_id, token: id }, label: 'Authenticate again' },
    'rule',
    { command: 'token.revoke', args },
    { command: 'token.remove', args, danger: true },
  ]
}

/** The list of tokens of all auth settings. */
export const tokenList = defineList('token.list', {
  kind: 'token',
  one: 'token',
  many: 'tokens',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  filters: [
    words({ label: 'Filter by name', text: ({ meta }) => meta.name }),
    several({
      name: 'state',
      label: 'State',
      of: ({ status }) => [status],
      options: TOKEN_STATUSES.map((value) => ({ value, label: TOKEN_STATUS_WORDS[value] })),
    }),
    several({
      name: 'owner',
      label: 'Owner',
      of: ({ meta }) => [meta.mine ? 'mine' : 'others'],
      options: [
        { value: 'mine', label: 'Yours' },
        { value: 'others', label: 'Of others' },
      ],
    }),
  ],
  menu: tokenMenu,
  empty: {
    text: 'A token holds the credentials of calls. Tokens belong to an auth setting, which says how they are obtained and used.',
    acts: [{ command: 'open.auth-settings', label: 'Auth settings' }],
    line: 'get token',
  },
})

import { AUTH_TYPE_ORDER, AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

/** The list of auth settings. */
export const authList = defineList('auth-setting.list', {
  kind: 'auth-setting',
  one: 'auth setting',
  many: 'auth settings',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  add: { command: 'auth-setting.new', icon: 'plus' },
  filters: [
    words({
      label: 'Filter by name, domain or tag',
      text: ({ meta }) => `${meta.name} ${meta.domain ?? ''} ${meta.tags.join(' ')}`,
    }),
    several({
      name: 'type',
      label: 'Type',
      of: ({ settings }) => [settings.auth_type],
      options: AUTH_TYPE_ORDER.map((value) => ({ value, label: AUTH_TYPES[value].title })),
    }),
  ],
  acts: () => [
    { command: 'auth-setting.edit', icon: 'edit', label: 'Edit' },
    { command: 'auth-setting.remove', icon: 'trash', label: 'Delete' },
  ],
  menu: () => [{ command: 'auth-setting.edit' }, 'rule', { command: 'auth-setting.remove', danger: true }],
  bulk: [{ command: 'auth-setting.remove', icon: 'trash', label: 'Delete', danger: true }],
  empty: {
    text: 'An auth setting says how calls authenticate to a service: with a password, an API key, OAuth or a signature. Its tokens hold the credentials, and are refreshed before they expire.',
    line: 'new auth setting',
  },
})

import { serverChoice } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { serverSearch } from '../kit/list/words-filter.ts'

/** The accounts of an installation, a page at a time. */
export const accountList = defineList('account.list', {
  kind: 'account',
  one: 'account',
  many: 'accounts',
  rowId: ({ id }) => id,
  rowName: ({ email }) => email,
  query: { limit: 50 },
  paged: true,
  filters: [
    serverSearch({ label: 'Filter by name, address or id', asks: (search) => ({ search }) }),
    serverChoice({
      name: 'status',
      label: 'Which accounts',
      control: 'links',
      options: [
        { value: 'active', label: 'Active' },
        { value: 'unverified', label: 'Not confirmed' },
        { value: 'blocked', label: 'Blocked' },
      ],
      asks: (status) => ({ status }),
    }),
    serverChoice({
      name: 'permission',
      label: 'Site permission',
      options: [
        { value: 'any', label: 'Any site permission' },
        { value: 'site_admin', label: 'Site admins' },
        { value: 'site_analyst', label: 'Site analysts' },
        { value: 'site_viewer', label: 'Site viewers' },
      ],
      asks: (permission) => ({ permission }),
    }),
  ],
  acts: ({ blocked }) => [
    blocked === null
      ? { command: 'site-account.block', icon: 'lock', label: 'Block' }
      : { command: 'site-account.unblock', icon: 'check', label: 'Unblock' },
  ],
  empty: { text: 'People who register or sign in to this installation are listed here.' },
})

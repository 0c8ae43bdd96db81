import { AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { AuthSetting } from './auth-form.ts'

/** Columns of the list of auth settings. */
export const authColumns: readonly Column<AuthSetting>[] = [
  {
    id: 'name',
    head: 'Auth setting',
    names: true,
    grows: true,
    cell: ({ id, meta, settings }) => (
      <Named below={<span>{AUTH_TYPES[settings.auth_type].title}</span>}>
        <Go to="auth-setting" params={{ authId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  { id: 'domain', head: 'Domain', hide: 's', cell: ({ meta }) => <code>{meta.domain ?? '—'}</code> },
  {
    id: 'tokens',
    head: 'Tokens',
    align: 'end',
    slim: true,
    hide: 's',
    cell: ({ id, tokens }) => (
      <Go to="auth-setting-tokens" params={{ authId: id }} label={`${tokens} tokens`}>
        {formats.count(tokens)}
      </Go>
    ),
  },
  {
    id: 'used',
    head: 'Used by',
    align: 'end',
    slim: true,
    hide: 's',
    cell: ({ id, used_by }) => (
      <Go to="auth-setting-users" params={{ authId: id }} label={`used by ${used_by} monitors`}>
        {formats.count(used_by)}
      </Go>
    ),
  },
  { id: 'updated', head: 'Updated', hide: 't', slim: true, cell: ({ meta }) => <Time at={meta.last_update} /> },
]

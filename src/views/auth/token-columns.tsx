import { GRANT_WORDS } from '../../domain/auth/auth-types.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import { TokenState } from './TokenState.tsx'
import type { Token } from './token-form.ts'

/** The way in which a token was obtained, in words. */
export const grantWords = ({ grant }: Token): string => (grant === 'manual' ? 'Entered' : GRANT_WORDS[grant].title)

/** Columns of the tokens of a setting. */
export const tokenColumns: readonly Column<Token>[] = [
  {
    id: 'name',
    head: 'Token',
    names: true,
    grows: true,
    cell: ({ id, meta, ...token }) => (
      <Named
        below={
          <span>
            {meta.mine ? 'Yours' : 'Of someone else'} · {grantWords({ id, meta, ...token })}
          </span>
        }
      >
        <Go to="token" params={{ tokenId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  { id: 'status', head: 'State', cell: ({ status }) => <TokenState status={status} /> },
  {
    id: 'expires',
    head: 'Expires',
    hide: 's',
    cell: ({ token }) =>
      token.expire_time === null ? <span className="muted">Never</span> : <Time at={token.expire_time} />,
  },
  {
    id: 'refresh',
    head: 'Next refresh',
    hide: 't',
    cell: ({ refresh_at }) => (refresh_at === null ? <span className="muted">—</span> : <Time at={refresh_at} />),
  },
  { id: 'used', head: 'Used by', align: 'end', hide: 's', slim: true, cell: ({ used_by }) => formats.count(used_by) },
]

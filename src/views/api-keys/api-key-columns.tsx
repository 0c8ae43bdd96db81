import { DAY_MS } from '../../domain/core/periods.ts'
import type { RowOf } from '../kit/list/list.ts'
import type { Column } from '../parts/table/table-column.ts'
import { levelWords } from '../parts/text/level-words.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'

export type ApiKey = RowOf<'key.list'>

/** A key that expires within this time is marked. */
const SOON_MS = 3 * DAY_MS

const ENDED = {
  expired: 'expired',
  blocked: 'account blocked',
  no_access: 'its maker lost access',
  level: 'above its maker’s level',
} as const

const Expiry = ({ expires, ended }: Pick<ApiKey, 'expires' | 'ended'>) => {
  if (ended !== null) return <Tags names={[ENDED[ended]]} />
  if (expires === null) return <span className="muted">never</span>
  return Date.parse(expires) - Date.now() < SOON_MS ? (
    <span className="bad">
      <Time at={expires} />
    </span>
  ) : (
    <span className="sec">
      <Time at={expires} />
    </span>
  )
}

/** Columns of the list of API keys. */
export const apiKeyColumns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    head: 'Key',
    names: true,
    grows: true,
    cell: ({ name, prefix }) => <Named below={<code>{prefix}…</code>}>{name}</Named>,
  },
  {
    id: 'level',
    head: 'Level',
    cell: ({ access_level }) => <span data-tip={levelWords[access_level].may}>{levelWords[access_level].name}</span>,
  },
  {
    id: 'created',
    head: 'Created',
    hide: 't',
    cell: ({ created, created_by }) => (
      <span className="sec">
        <Time at={created} />
        <small>by {created_by ?? 'a deleted account'}</small>
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    align: 'end',
    cell: ({ last_used }) => (last_used ? <Time at={last_used} /> : <span className="muted">never</span>),
  },
  {
    id: 'expires',
    head: 'Expires',
    align: 'end',
    hide: 's',
    cell: ({ expires, ended }) => <Expiry expires={expires} ended={ended} />,
  },
]

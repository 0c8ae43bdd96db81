import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Time } from '../parts/text/Time.tsx'

type Linked = AnswerOf<ProductContract['identity.list']>['results'][number]

const LinkedLine = ({ row }: { row: Linked }) => (
  <li className={classes.session}>
    <div>
      <strong>{row.name}</strong>
      <small>
        {row.email ?? row.subject}
        {row.usable ? '' : ', not offered at the moment'}, linked <Time at={row.created} />
        {row.last_used !== null && (
          <>
            , used <Time at={row.last_used} />
          </>
        )}
      </small>
    </div>
    <Act command="identity.unlink" args={{ identity: row.id }} kind="ghost" size="small" label={`Unlink ${row.name}`}>
      Unlink
    </Act>
  </li>
)

/** OpenID providers that sign the person in, and those that can be linked. Absent where the installation has none. */
export const LinkedSignInsCard = () => {
  const { data, error, status, refetch } = useResource('identity.list', {})
  const isSlow = useSlow(status === 'pending' && !data)
  if (!data) {
    if (error)
      return (
        <Card title="Linked sign-ins">
          <LoadError error={error} refetch={refetch} />
        </Card>
      )
    return isSlow ? <Loading page={false} /> : null
  }
  const { results, offered } = data
  if (results.length === 0 && offered.length === 0) return null
  return (
    <Card title="Linked sign-ins" flush>
      {results.length > 0 && (
        <ul className={classes.sessions}>
          {results.map((row) => (
            <LinkedLine key={row.id} row={row} />
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <div className={classes.offered}>
          {offered.map(({ id, name }) => (
            <Act
              key={id}
              command="identity.start-link"
              args={{ provider: id }}
              size="small"
              icon="lock"
              label={`Link ${name}`}
              hint={false}
            />
          ))}
          <p className={classes.note}>You sign in there once. Afterwards it signs you in to this account.</p>
        </div>
      )}
    </Card>
  )
}

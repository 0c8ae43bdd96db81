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
import { browserWords } from './browser-words.ts'

type Session = AnswerOf<ProductContract['session.list']>['results'][number]

const matchRoute = ({ client, user_agent }: Session): string => (client === 'Sonde' ? browserWords(user_agent) : client)

const SessionLine = ({ session }: { session: Session }) => (
  <li className={classes.session}>
    <div>
      <strong>{matchRoute(session)}</strong> {session.current && <span className={classes.here}>this session</span>}
      <small>
        {session.ip && <code>{session.ip}</code>} signed in <Time at={session.started} />, used{' '}
        <Time at={session.last_used} />
      </small>
    </div>
    {!session.current && (
      <Act
        command="session.remove"
        args={{ session: session.id }}
        kind="ghost"
        size="small"
        label={`Sign out of ${matchRoute(session)}`}
      >
        Sign out
      </Act>
    )}
  </li>
)

/** Where one is signed in. */
export const SessionsCard = ({ ofTenant }: { ofTenant: boolean }) => {
  const { data, error, status, refetch } = useResource('session.list', ofTenant ? null : {})
  const isSlow = useSlow(status === 'pending' && !data)
  if (ofTenant)
    return (
      <Card title="Sessions">
        <p className={classes.note}>Your identity provider signs you in: end your sessions there.</p>
      </Card>
    )
  const others = data?.results.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Sessions"
      sub={data && (others === 0 ? 'only here' : `${others + 1} signed in`)}
      flush
      actions={others > 0 && <Act command="session.end-others" kind="ghost" size="small" />}
    >
      {data ? (
        <ul className={classes.sessions}>
          {data.results.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}

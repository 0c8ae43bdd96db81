import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { useApp } from '../core/app-context.ts'
import { useMachine } from '../core/machines-of.ts'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './Facts.module.css'

/** Facts about this installation and session. */
export const Facts = () => {
  const { configuration } = useApp()
  const { identity, registration, mail } = configuration
  return (
    <dl className={classes.facts}>
      <Fact name="Build">{configuration.version}</Fact>
      <Fact name="Environment">{configuration.environment ?? 'not named'}</Fact>
      <Fact name="API">
        <Reach />
      </Fact>
      <Fact name="Signed in">
        <Session />
      </Fact>
      <Fact name="Identity">
        {identity.kind === 'auth0' ? new URL(`https://${identity.domain}`).host : 'this server'}
      </Fact>
      <Fact name="Flags">{`registration ${registration}, mail ${mail ? 'on' : 'off'}`}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** API reachability and round-trip time, measured once when the screen opens. */
const Reach = () => {
  const { call } = useApp()
  const measure = useMemo(
    () =>
      fromPromise(async () => {
        const begun = performance.now()
        await call('health.read', {})
        return performance.now() - begun
      }),
    [call],
  )
  const { status, output } = useSelector(useActorRef(measure), (snapshot) => snapshot)
  if (status === 'active') return <>asking</>
  if (status !== 'done')
    return (
      <>
        <StatusShape category="FAIL" />
        not ready
      </>
    )
  return (
    <>
      <StatusShape category="PASS" />
      reachable, {formats.latency(output)}
    </>
  )
}

const Session = () => {
  const { signedInUntil } = useApp()
  const user = useMachine('sign-in', (snapshot) => snapshot?.context.user)
  const ask = useMemo(() => fromPromise(signedInUntil), [signedInUntil])
  const { output } = useSelector(useActorRef(ask), (snapshot) => snapshot)
  if (!user) return <>nobody</>
  return (
    <>
      {user.name}
      {typeof output === 'number' && <span className="muted">until {clock.format(output)} UTC</span>}
    </>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

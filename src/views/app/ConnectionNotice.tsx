import { useApp } from '../core/app-context.ts'
import { useMachine } from '../core/machines-of.ts'
import { useHref } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { ConnectionBar } from '../shell/ConnectionBar.tsx'

/** The page is older than the server, the session is over, or the server does not answer: the one that matters most. */
export const ConnectionNotice = () => {
  const connection = useMachine('connection', (snapshot) => snapshot)
  const user = useMachine('sign-in', (snapshot) => (snapshot?.matches('expired') ? snapshot.context.user : null))
  const href = useHref()
  if (!connection) return null
  if (connection.hasTag('away')) return <Away />
  if (user)
    return (
      <ConnectionBar
        kind="warning"
        title="You were signed out."
        actions={<Act command="session.start" args={{ target: href, hint: user.email }} kind="primary" size="small" />}
      >
        Sign in to go on: you come back to this page, and what you typed is kept.
      </ConnectionBar>
    )
  if (connection.hasTag('slow'))
    return (
      <ConnectionBar kind="warning" title="The server is slow to answer.">
        You can go on working; what needs the server takes longer.
      </ConnectionBar>
    )
  if (connection.hasTag('outdated')) return <Outdated />
  return null
}

const Away = () => {
  const isOffline = useMachine('connection', (snapshot) => snapshot?.hasTag('offline') ?? false)
  const isAsking = useMachine('connection', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const since = useMachine('connection', (snapshot) => snapshot?.context.lostAt ?? 0)
  const answered = useMachine('connection', (snapshot) => snapshot?.context.answeredAt ?? 0)
  const next = useMachine('connection', (snapshot) => snapshot?.context.nextAt ?? 0)
  const wait = useTicking((now) => `${Math.max(1, Math.ceil((next - now) / 1000))} s`)
  const from = useTicking((now) => formats.clock(since, now))
  const seen = useTicking((now) => formats.clock(answered, now))
  return (
    <ConnectionBar
      kind="fail"
      title={isOffline ? `This device has been offline since ${from}.` : `No answer from the server since ${from}.`}
      next={isOffline ? null : isAsking ? 'Trying again now.' : `Trying again in ${wait}.`}
      actions={<Act command="connection.try" kind="secondary" size="small" hint={false} pending={isAsking} />}
    >
      What you see is from {seen}. Nothing can be saved until {isOffline ? 'it is online' : 'it answers'}; what you
      typed is kept.
    </ConnectionBar>
  )
}

const Outdated = () => {
  const { version } = useApp().configuration
  const newer = useMachine('connection', (snapshot) => snapshot?.context.serverVersion)
  return (
    <ConnectionBar
      kind="info"
      title={`The server was updated to version ${newer}.`}
      actions={<Act command="page.reload" kind="secondary" size="small" hint={false} />}
    >
      This page is still version {version}: reload it when you have saved your work.
    </ConnectionBar>
  )
}

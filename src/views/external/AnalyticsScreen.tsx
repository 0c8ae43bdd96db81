import { useEffect, useRef, useState } from 'react'
import { useApp } from '../core/app-context.ts'
import { useTitle } from '../core/use-current-route.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go } from '../parts/act/Go.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import classes from './AnalyticsScreen.module.css'
import { handOver, type TokenPort } from './guest-token.ts'

/** Guest tokens usually hold for five minutes. */
const RENEW_MS = 4 * 60_000

/** The viewer in a frame, with a guest token that is renewed as long as it is shown. */
const Viewer = ({ address }: { address: string }) => {
  const { data, error, refetch } = useResource('analytics.token', {})
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<TokenPort | null>(null)
  const token = data?.token ?? null
  usePoll(token !== null, refetch, RENEW_MS)
  useEffect(() => {
    if (token !== null) port?.give(token)
  }, [port, token])
  useEffect(() => () => port?.close(), [port])
  if (error && !data) return <LoadError page error={error} refetch={refetch} back={{ to: 'home', label: 'Home' }} />
  if (!data) return <Loading label="Superset Analytics" />
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={address}
      title="Superset Analytics"
      sandbox="allow-downloads allow-forms allow-popups allow-same-origin allow-scripts"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => setPort(frame.current?.contentWindow ? handOver(frame.current.contentWindow, address) : null)}
    />
  )
}

/** The external analytics viewer over the whole page, or what to set where none is configured. */
const AnalyticsScreen = () => {
  useTitle()
  const { analytics_url: address } = useApp().configuration
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1>Superset Analytics</h1>
        <Go to="home" kind="secondary" size="small" icon="chevron-left">
          Back to Sonde
        </Go>
      </header>
      {address === null ? (
        <EmptyState title="No analytics viewer is configured">
          Whoever runs the server can show one here: set SONDE_ANALYTICS_URL to the address of the page to show, such as
          a dashboard that Apache Superset embeds, and restart the server. If the page needs guest tokens, set
          SONDE_ANALYTICS_TOKEN_URL as well.
        </EmptyState>
      ) : (
        <Viewer address={address} />
      )}
    </div>
  )
}

export default AnalyticsScreen

import type { ReactNode } from 'react'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './mail.module.css'
import { type OutboxStatus, securityWords } from './mail-words.ts'

/** Mail server settings and their health. */
export const MailServer = ({ status: { server, health }, actions }: { status: OutboxStatus; actions?: ReactNode }) => {
  if (!server)
    return (
      <Notice kind="warning" title="No mail server is configured" actions={actions}>
        Mail stays in the outbox and is not sent. To send it, set <code>SONDE_SMTP_URL</code> and restart the server.
      </Notice>
    )
  const way = (
    <>
      <code>
        {server.host}:{server.port}
      </code>
      , {securityWords(server.security)}
      {server.user !== null && (
        <>
          , signed in as <code>{server.user}</code>
        </>
      )}
      , from <span className={classes.from}>{server.from}</span>
    </>
  )
  if (health?.error)
    return (
      <Notice kind="fail" title="Mail is not being sent" actions={actions}>
        <p>{health.error}</p>
        <p>
          Failing since <Time at={health.since} />. Queued mail is retried for 26 hours, through {way}.
        </p>
      </Notice>
    )
  return <p className={classes.way}>Mail is sent by {way}.</p>
}

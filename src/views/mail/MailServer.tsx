import type { ReactNode } from 'react'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './mail.module.css'
import { type OutboxStatus, securityWords } from './mail-words.ts'

/** How mail leaves, and whether it does. */
export const MailServer = ({ status: { server, health }, actions }: { status: OutboxStatus; actions?: ReactNode }) => {
  if (!server)
    return (
      <Notice kind="info" title="No mail server is configured" actions={actions}>
        Mails are kept here for an administrator to read and pass on. Set <code>SONDE_SMTP_URL</code> and start the
        server again, and it leaves.
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
          So since <Time at={health.since} />. Mail waits and is tried again for a day. It leaves by {way}.
        </p>
      </Notice>
    )
  return <p className={classes.way}>Mail is sent by {way}.</p>
}

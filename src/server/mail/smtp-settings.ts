import type { SMTPTransportOptions } from 'nodemailer'

/** How mail leaves this installation, without what is secret of it. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** Null: nobody signs in there. */
  readonly user: string | null
  readonly security: 'tls' | 'starttls' | 'starttls-if-offered' | 'none'
  /** Whom mail comes from. */
  readonly from: string
}

const CONNECT_WITHIN_MS = 10_000

/**
 * What `SONDE_SMTP_URL` says. `smtps://` is encrypted from the start (port 465), `smtp://` from STARTTLS on where the server offers
 * it (port 587); `?requireTLS=true` sends nothing without it, `?ignoreTLS=true` never asks for it,
 * `?tls.rejectUnauthorized=false` takes any certificate, and `?tls.servername=` is the name that the certificate must be for.
 */
export const smtpSettings = ({ smtpUrl, from }: { smtpUrl: string; from: string }): SmtpSettings => {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const has = (name: string) => url.searchParams.get(name) === 'true'
  const security = isSecure ? 'tls' : has('requireTLS') ? 'starttls' : has('ignoreTLS') ? 'none' : 'starttls-if-offered'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    user: decodeURIComponent(url.username) || null,
    security,
    from,
  }
}

/** The same for nodemailer, with the password. `trusted`: authorities (PEM) beside those that the machine trusts. */
export const smtpOptions = (
  settings: SmtpSettings,
  smtpUrl: string,
  { trusted, waitMs = CONNECT_WITHIN_MS }: { trusted?: string; waitMs?: number } = {},
): SMTPTransportOptions => {
  const { searchParams: query, password } = new URL(smtpUrl)
  const servername = query.get('tls.servername')
  return {
    host: settings.host,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls',
    ignoreTLS: settings.security === 'none',
    ...(settings.user !== null && { auth: { user: settings.user, pass: decodeURIComponent(password) } }),
    tls: {
      rejectUnauthorized: query.get('tls.rejectUnauthorized') !== 'false',
      ...(servername !== null && { servername }),
      ...(trusted !== undefined && { ca: trusted }),
    },
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: 2 * waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

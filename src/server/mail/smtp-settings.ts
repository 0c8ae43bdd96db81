import type { SMTPTransportOptions } from 'nodemailer'

/** SMTP settings without the password. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** Null: no sign-in. */
  readonly user: string | null
  readonly security: 'tls' | 'starttls' | 'starttls-if-offered' | 'none'
  /** Sender of all mail. */
  readonly from: string
}

const CONNECT_WITHIN_MS = 10_000

/**
 * Parses `SONDE_SMTP_URL`. `smtps://` uses TLS from the start (port 465), `smtp://` STARTTLS if the server offers it (port 587);
 * `?requireTLS=true` requires STARTTLS, `?ignoreTLS=true` never uses it, `?tls.rejectUnauthorized=false` accepts any certificate, and
 * `?tls.servername=` is the name that the certificate must match.
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

/** Options for nodemailer, with the password. `trusted`: authorities (PEM) trusted besides the system's. */
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

import type { SmtpSettings } from './smtp-settings.ts'

/** Reason why a mail was not sent. */
export type SmtpProblem = {
  /** A sentence for a person. */
  readonly error: string
  /** Retrying would not help: the server refused this mail permanently. */
  readonly isPermanent: boolean
  /** The cause: the mail server or its configuration (no mail leaves), the address (no mail reaches it), or only this mail. */
  readonly fault: 'server' | 'address' | 'mail'
}

type Failure = {
  message: string
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

const NAMES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'its name cannot be resolved at the moment',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
}

/** Describes an error thrown by nodemailer. Quotes the server's response without line breaks, at most 300 characters. */
export const smtpProblem = (cause: unknown, settings: SmtpSettings): SmtpProblem => {
  // nodemailer throws Errors with some of these fields.
  const failure = cause as Failure
  const { code = '', command = '', responseCode = 0 } = failure
  const place = `${settings.host}:${settings.port}`
  const isRefusal = responseCode >= 500 && responseCode < 600
  const server = (error: string): SmtpProblem => ({ error, isPermanent: false, fault: 'server' })
  if (code === 'EAUTH')
    return server(`The mail server ${place} rejected the sign-in of ${settings.user ?? 'this server'}${said(failure)}`)
  if (code === 'ETLS' || isCertificate(failure)) return server(tlsSentence(failure, place))
  if (command === 'RCPT TO')
    return {
      error: `The mail server ${isRefusal ? 'rejected the address' : 'does not accept mail for the address at the moment'}${said(failure)}`,
      isPermanent: isRefusal,
      fault: isRefusal ? 'address' : 'mail',
    }
  if (command === 'MAIL FROM')
    return server(`The mail server ${place} does not accept mail from ${settings.from}${said(failure)}`)
  if (command === 'DATA' && responseCode > 0)
    return {
      error: `The mail server ${isRefusal ? 'rejected this mail' : 'does not accept this mail at the moment'}${said(failure)}`,
      isPermanent: isRefusal,
      fault: 'mail',
    }
  if (code === 'ETIMEDOUT') return server(`The mail server ${place} did not answer in time.`)
  const name = Object.keys(NAMES).find((known) => code === known || failure.message.includes(known))
  if (name) return server(`The mail server ${place} cannot be reached: ${NAMES[name]}.`)
  if (/closed/i.test(failure.message) && responseCode === 0)
    return server(`The mail server ${place} closed the connection before it accepted the mail.`)
  return server(`The mail server ${place} did not accept the mail${said(failure, failure.message)}`)
}

const isCertificate = ({ message }: Failure): boolean => /certificate|self-signed|altnames|SSL|TLS/i.test(message)

const tlsSentence = ({ message, response }: Failure, place: string): string => {
  const why = oneLine(response ?? message)
  return /certificate|altnames|self-signed/i.test(why)
    ? `The certificate of the mail server ${place} is not trusted: ${why}. Add its authority to NODE_EXTRA_CA_CERTS.`
    : `No encrypted connection to the mail server ${place}: ${why}.`
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 300)

const said = ({ response }: Failure, otherwise?: string): string => {
  const words = oneLine(response ?? otherwise ?? '')
  return words === '' ? '.' : `: ${words}.`
}

import type { SmtpSettings } from './smtp-settings.ts'

/** Why a mail did not leave. */
export type SmtpProblem = {
  /** A sentence for a person. */
  readonly error: string
  /** Trying again would not help: the server has refused this mail for good. */
  readonly isPermanent: boolean
  /**
   * What is wrong: the mail server or how it is set (no mail leaves), the address (nothing reaches it), or this mail alone.
   */
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
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'it cut the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}

/** What went wrong, from what nodemailer throws. What the server itself said is quoted, without line breaks, at most 300 characters. */
export const smtpProblem = (cause: unknown, settings: SmtpSettings): SmtpProblem => {
  // Whatever is thrown there is an Error with these fields, or some of them.
  const failure = cause as Failure
  const { code = '', command = '', responseCode = 0 } = failure
  const place = `${settings.host}:${settings.port}`
  const isRefusal = responseCode >= 500 && responseCode < 600
  const server = (error: string): SmtpProblem => ({ error, isPermanent: false, fault: 'server' })
  if (code === 'EAUTH')
    return server(`The mail server ${place} does not let ${settings.user ?? 'us'} sign in${said(failure)}`)
  if (code === 'ETLS' || isCertificate(failure)) return server(tlsSentence(failure, place))
  if (command === 'RCPT TO')
    return {
      error: `The mail server ${isRefusal ? 'refuses the address' : 'does not take mail for the address now'}${said(failure)}`,
      isPermanent: isRefusal,
      fault: isRefusal ? 'address' : 'mail',
    }
  if (command === 'MAIL FROM')
    return server(`The mail server ${place} does not take mail from ${settings.from}${said(failure)}`)
  if (command === 'DATA' && responseCode > 0)
    return {
      error: `The mail server ${isRefusal ? 'refuses this mail' : 'does not take this mail now'}${said(failure)}`,
      isPermanent: isRefusal,
      fault: 'mail',
    }
  if (code === 'ETIMEDOUT') return server(`The mail server ${place} does not answer in time.`)
  const name = Object.keys(NAMES).find((known) => code === known || failure.message.includes(known))
  if (name) return server(`The mail server ${place} is not reached: ${NAMES[name]}.`)
  if (/closed/i.test(failure.message) && responseCode === 0)
    return server(`The mail server ${place} cut the connection before the mail was taken.`)
  return server(`The mail server ${place} does not do its work${said(failure, failure.message)}`)
}

const isCertificate = ({ message }: Failure): boolean => /certificate|self-signed|altnames|SSL|TLS/i.test(message)

const tlsSentence = ({ message, response }: Failure, place: string): string => {
  const why = oneLine(response ?? message)
  return /certificate|altnames|self-signed/i.test(why)
    ? `The certificate of the mail server ${place} is not trusted: ${why}. Name its authority in NODE_EXTRA_CA_CERTS.`
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

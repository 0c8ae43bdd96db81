import { createTransport } from 'nodemailer'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { recordMailHealth } from './health.ts'
import { keepMail, tryAllNow } from './outbox.ts'
import { type SmtpProblem, smtpProblem } from './smtp-problem.ts'
import { type SmtpSettings, smtpOptions, smtpSettings } from './smtp-settings.ts'
import type { MailContent } from './template.ts'
import { clearUndeliverable, recordUndeliverable } from './undeliverable.ts'

export type Outgoing = {
  /** A single address. */
  readonly to: string
  readonly letter: MailContent
  readonly headers?: Readonly<Record<string, string>>
  /** Identifies the mail across attempts, so that a mail server can recognize one it has already accepted. */
  readonly id?: string
}

export type Sending = { readonly outcome: 'sent' } | ({ readonly outcome: 'failed' } & SmtpProblem)

export type MailTransport = {
  /** Null: no mail server is configured, and mail is kept in the outbox. */
  readonly settings: SmtpSettings | null
  /** Sends one mail to the mail server. Never throws. */
  send(mail: Outgoing): Promise<Sending>
  /** Sends a mail, or keeps it in the outbox under `kind` if no mail server is configured. */
  carry(mail: Outgoing & { readonly kind: string }): Promise<Sending | { readonly outcome: 'kept' }>
  close(): void
}

type Options = {
  database: Database
  sealing: SecretCipher
  clock: () => number
  /** Null: mail is kept for a site admin to read. */
  mail: { smtpUrl: string; from: string } | null
  log: (line: string) => void
  /** For tests: authorities (PEM) trusted besides the system's, and the timeout for a silent server. */
  trusted?: string
  waitMs?: number
}

/** Sent unfolded: some mail programs do not find a long URL in a folded header. */
const oneLine = (value: string) => ({ prepared: true, value: value.replace(/[\r\n]+/g, ' ') })

/** The transport for all mail. Callers count attempts; the transport records refused addresses and whether the mail server works. */
export const openMailTransport = (options: Options): MailTransport => {
  const { mail, clock, log, database, sealing } = options
  const settings = mail && smtpSettings(mail)
  const smtp = mail && settings && createTransport(smtpOptions(settings, mail.smtpUrl, options))
  const domain = /@([^\s@>]+)>?$/.exec(mail?.from ?? '')?.[1] ?? 'localhost'
  /** The last reported state; undefined before the first attempt. */
  let lastError: string | null | undefined

  const report = async (error: string | null): Promise<void> => {
    if (error === lastError) return
    if (error !== null) log(`mail: ${error} Mail is kept and tried again.`)
    else if (lastError) {
      log('mail: the mail server accepts mail again.')
      await tryAllNow(database.db, clock())
    }
    lastError = error
    await recordMailHealth(database.db, { error, since: clock() })
  }

  const send = async ({ to, letter, headers = {}, id }: Outgoing): Promise<Sending> => {
    if (!smtp || !settings)
      return { outcome: 'failed', error: 'No mail server is configured.', isPermanent: false, fault: 'server' }
    const failed = await smtp
      .sendMail({
        from: settings.from,
        to: { name: '', address: to },
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
        },
        ...letter,
      })
      .then(
        () => null,
        (cause: unknown) => smtpProblem(cause, settings),
      )
    // Recording the outcome must not fail the send: otherwise a store that is briefly away would cause a second mail.
    await remember(to, failed).catch((cause: unknown) => log(`mail: ${faultSummary(cause)}`))
    return failed ? { outcome: 'failed', ...failed } : { outcome: 'sent' }
  }

  const remember = async (to: string, failed: SmtpProblem | null): Promise<void> => {
    if (failed?.fault === 'server') return report(failed.error)
    await report(null)
    if (failed === null) await clearUndeliverable(database.db, to)
    else if (failed.fault === 'address')
      await recordUndeliverable(database.db, { address: to, reason: failed.error, since: clock() })
  }

  return {
    settings,
    send,
    async carry(outgoing) {
      if (smtp) return send(outgoing)
      const { kind, to, letter } = outgoing
      await keepMail(database.db, sealing, { kind, to, letter, now: clock() })
      return { outcome: 'kept' }
    },
    close: () => smtp?.close(),
  }
}

import { createTransport } from 'nodemailer'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { Database } from '../store/core/database.ts'
import type { Sealing } from '../store/core/sealing.ts'
import { noteMailHealth } from './health.ts'
import { keepLetter, tryAllNow } from './outbox.ts'
import { type SmtpProblem, smtpProblem } from './smtp-problem.ts'
import { type SmtpSettings, smtpOptions, smtpSettings } from './smtp-settings.ts'
import type { Letter } from './template.ts'
import { noteDeliverable, noteUndeliverable } from './undeliverable.ts'

export type Outgoing = {
  /** One address. */
  readonly to: string
  readonly letter: Letter
  readonly headers?: Readonly<Record<string, string>>
  /** What makes it the same mail when it is tried again: a mail server that had taken it already can tell. */
  readonly id?: string
}

export type Sending = { readonly outcome: 'sent' } | ({ readonly outcome: 'failed' } & SmtpProblem)

export type MailTransport = {
  /** Null: no mail server is configured, and mail is kept. */
  readonly settings: SmtpSettings | null
  /** Hands one mail to the mail server. Never throws. */
  send(mail: Outgoing): Promise<Sending>
  /** The same, or keeps it where no mail server is configured: a site admin reads it in the outbox, under `kind`. */
  carry(mail: Outgoing & { readonly kind: string }): Promise<Sending | { readonly outcome: 'kept' }>
  close(): void
}

type Options = {
  database: Database
  sealing: Sealing
  clock: () => number
  /** Null: mail is kept for a site admin to read. */
  mail: { smtpUrl: string; from: string } | null
  log: (line: string) => void
  /** For tests: authorities that are trusted beside the machine's, in PEM, and how long a silent server is waited for. */
  trusted?: string
  waitMs?: number
}

/** As it is: a long address that is folded is one that some mail programs do not find. */
const oneLine = (value: string) => ({ prepared: true, value: value.replace(/[\r\n]+/g, ' ') })

/** The one way out for mail. Who sends keeps the account of tries; this remembers which addresses are refused, and whether the server works. */
export const openMailTransport = (options: Options): MailTransport => {
  const { mail, clock, log, database, sealing } = options
  const settings = mail && smtpSettings(mail)
  const smtp = mail && settings && createTransport(smtpOptions(settings, mail.smtpUrl, options))
  const domain = /@([^\s@>]+)>?$/.exec(mail?.from ?? '')?.[1] ?? 'localhost'
  /** What was told last; undefined before the first try. */
  let lastError: string | null | undefined

  const tell = async (error: string | null): Promise<void> => {
    if (error === lastError) return
    if (error !== null) log(`mail: ${error} Mail waits, and is tried again.`)
    else if (lastError) {
      log('mail: the mail server takes mail again.')
      await tryAllNow(database.db, clock())
    }
    lastError = error
    await noteMailHealth(database.db, { error, since: clock() })
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
    // What is remembered of it is beside the point of sending: a store that is away for a moment must not send it twice.
    await remember(to, failed).catch((cause: unknown) => log(`mail: ${faultSummary(cause)}`))
    return failed ? { outcome: 'failed', ...failed } : { outcome: 'sent' }
  }

  const remember = async (to: string, failed: SmtpProblem | null): Promise<void> => {
    if (failed?.fault === 'server') return tell(failed.error)
    await tell(null)
    if (failed === null) await noteDeliverable(database.db, to)
    else if (failed.fault === 'address')
      await noteUndeliverable(database.db, { address: to, reason: failed.error, since: clock() })
  }

  return {
    settings,
    send,
    async carry(outgoing) {
      if (smtp) return send(outgoing)
      const { kind, to, letter } = outgoing
      await keepLetter(database.db, sealing, { kind, to, letter, now: clock() })
      return { outcome: 'kept' }
    },
    close: () => smtp?.close(),
  }
}

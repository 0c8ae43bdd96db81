import { instantText } from '../../domain/alerts/alert-message.ts'
import { expiryWords } from '../../domain/certificates/expiry.ts'
import { queueWrittenMail } from '../mail/outbox.ts'
import { renderMail } from '../mail/template.ts'
import { organizationsToWarn, takeExpiring } from '../store/certificates/expiring.ts'
import { togetherOrEach } from '../store/core/by-itself.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { notifyOfExpiry } from './expiry-notices.ts'

type Options = {
  readonly database: Database
  readonly sealing: SecretCipher
  /** The address people use. */
  readonly url: string
  readonly clock: () => number
  readonly wakeMail: () => void
  /** Announces events to open screens. */
  readonly announce: () => void
  readonly log: (line: string) => void
}

/**
 * Warns of certificates that expire, the ADMINs of organizations by mail and projects by notification: once at each threshold. The
 * threshold is stored in the same transaction, so that several servers warn once.
 */
export const warnOfExpiry = async (options: Options): Promise<void> => {
  const { database, clock, wakeMail, announce, log } = options
  const now = clock()
  const about = (orgId: string) => `certificates: organization ${orgId}`
  const { done } = await togetherOrEach(await organizationsToWarn(database.db, now), { about, log }, (orgIds) =>
    warnOrganizations(options, orgIds, now),
  )
  if (!done.some((count) => count > 0)) return
  wakeMail()
  announce()
}

/** Returns how many certificates there were to warn of. */
const warnOrganizations = (
  { database, sealing, url }: Options,
  orgIds: readonly string[],
  now: number,
): Promise<number> =>
  database.db.transaction().execute(async (db) => {
    const expiring = await takeExpiring(db, orgIds, now)
    for (const { name, subject, notAfter, orgId, organization, admins } of expiring)
      for (const admin of admins) {
        const words = expiryWords(notAfter, now)
        const letter = renderMail({
          subject: `Certificate “${name}”: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
          paragraphs: [
            `Hello ${admin.name}, the client certificate “${name}” of ${organization} (${subject}) is valid until ${instantText(notAfter)}.`,
            'Calls that present it fail after that. Replace it with one that its authority has renewed.',
          ],
          link: { words: 'Show the certificates', address: `${url}/organization/${orgId}/certificates` },
          because: `You get this because you are an ADMIN of ${organization}.`,
        })
        await queueWrittenMail(db, sealing, { kind: 'certificate-expires', to: admin.email, letter, now })
      }
    await notifyOfExpiry(db, expiring, now)
    return expiring.length
  })

/** The loop that warns of certificates that expire. */
export const certificateLoops = (options: Options) =>
  [
    { name: 'certificates', everyMs: 600_000, stops: 'work', kind: 'messages', work: () => warnOfExpiry(options) },
  ] as const

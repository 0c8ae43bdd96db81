import { digestOf } from '../../domain/mail/digest.ts'
import type { DigestOption, Span } from '../../domain/mail/digest-times.ts'
import { queueWrittenMail } from '../mail/outbox.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { renderDigest } from './digest-letter.ts'
import { projectFigures } from './figures.ts'

export type Installation = { readonly sealing: SecretCipher; readonly url: string }
export type Reader = { readonly accountId: string; readonly email: string; readonly timeZone: string }
export type DigestProject = { readonly key: number; readonly id: string; readonly name: string }

/** Computes a digest, which is the same for all its readers. */
export const readDigest = async (
  db: Db,
  project: DigestProject,
  option: DigestOption,
  spans: { span: Span; before: Span },
  now: number,
) => digestOf(option, spans.span, await projectFigures(db, project.key, spans, now))

/** Queues the mail of a digest for one reader. */
export const queueDigest = async (
  db: Db,
  { sealing, url }: Installation,
  to: Reader,
  told: { project: DigestProject; digest: Awaited<ReturnType<typeof readDigest>>; isAskedFor: boolean; now: number },
): Promise<void> => {
  const address = unsubscribeAddress(sealing, url, {
    ends: 'subscription',
    accountId: to.accountId,
    kind: told.digest.option,
    projectId: told.project.id,
    address: to.email,
  })
  const letter = renderDigest({ ...told, timeZone: to.timeZone, url, unsubscribeAddress: address })
  const headers = told.isAskedFor ? {} : unsubscribeHeaders(address)
  await queueWrittenMail(db, sealing, {
    kind: `digest-${told.digest.option}`,
    to: to.email,
    letter,
    headers,
    now: told.now,
  })
}

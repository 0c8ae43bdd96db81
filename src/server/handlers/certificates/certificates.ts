import type { certificates as endpoints } from '../../../contract/certificates/certificates.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { allowedOriginProblems, asOrigin } from '../../../domain/secrets/secret-origins.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type CertificateUser, callersOf } from '../../store/certificates/certificate-users.ts'
import {
  addCertificate,
  type CertificateDoc,
  certificateOf,
  certificatesOf,
  changeCertificate,
  removeCertificate,
  type StoredCertificate,
} from '../../store/certificates/certificates.ts'
import type { Db } from '../../store/core/database.ts'
import { readCertificate } from './read-certificate.ts'

type CertificateRow = AnswerOf<(typeof endpoints)['certificate.read']>

const missing = new Refusal(404, 'not_found', 'There is no such certificate in this organization.')

const originProblems = (origins: readonly string[] | undefined): Problem[] =>
  origins?.length === 0
    ? [problem('origins', 'required', 'must name an origin, such as https://api.example.com.')]
    : allowedOriginProblems(origins ?? [], 'origins')

const normalized = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => asOrigin(origin) ?? origin)),
]

/** Handlers of an organization's certificates. */
export const certificateHandlers = ({ sealing }: Services): HandlersOf<typeof endpoints> => ({
  'certificate.list': async ({ params }, { db }) => ({
    meta: { more: false, next_cursor: null },
    data: await rowsOf(db, params.org, await certificatesOf(db, params.org)),
  }),

  'certificate.read': async ({ params }, { db }) => {
    const stored = await certificateOf(db, params.org, params.id)
    return stored ? rowOf(db, params.org, stored) : missing
  },

  'certificate.create': async ({ params, body }, context) => {
    const { db, now } = context
    const { certificate, private_key, passphrase = null, origins } = body
    const read = readCertificate({ certificate, private_key, passphrase })
    const problems = [...nameProblems(body.name), ...(Array.isArray(read) ? read : []), ...originProblems(origins)]
    if (problems.length > 0 || Array.isArray(read)) return invalid(problems)
    const { not_after: notAfter, ...facts } = read
    const doc: CertificateDoc = {
      certificate,
      private_key: sealing.seal(private_key),
      passphrase: passphrase ? sealing.seal(passphrase) : null,
      origins: normalized(origins),
      ...facts,
    }
    const stored = await addCertificate(db, params.org, { name: body.name.trim(), doc, notAfter, now })
    record(context, params.org, { after: stored })
    return rowOf(db, params.org, stored)
  },

  'certificate.update': async ({ params, body }, context) => {
    const { db, now } = context
    const before = await certificateOf(db, params.org, params.id, { forChange: true })
    if (!before) return missing
    const { doc } = before
    // A new key has a passphrase of its own, or none.
    const keptPassphrase = body.private_key === undefined && doc.passphrase ? sealing.open(doc.passphrase) : null
    const certificate = body.certificate ?? doc.certificate
    const private_key = body.private_key ?? sealing.open(doc.private_key)
    const passphrase = body.passphrase === undefined ? keptPassphrase : body.passphrase
    const isReplaced = body.certificate !== undefined || body.private_key !== undefined || body.passphrase !== undefined
    const read = isReplaced ? readCertificate({ certificate, private_key, passphrase }) : null
    const added = (body.origins ?? []).filter((origin) => !doc.origins.includes(asOrigin(origin) ?? origin))
    const problems = [
      ...(body.name === undefined ? [] : nameProblems(body.name)),
      ...(Array.isArray(read) ? read : []),
      ...originProblems(body.origins),
      // Otherwise whoever may change it could have the key used where it was not entered for.
      ...(added.length > 0 && body.private_key === undefined
        ? [problem('private_key', 'required', `must be entered again to be used for ${added.join(' and ')}.`)]
        : []),
    ]
    if (problems.length > 0 || Array.isArray(read)) return invalid(problems)
    const { not_after: notAfter = before.not_after, ...facts } = read ?? {}
    const changed: CertificateDoc = {
      ...doc,
      ...facts,
      ...(isReplaced && {
        certificate,
        private_key: sealing.seal(private_key),
        passphrase: passphrase ? sealing.seal(passphrase) : null,
      }),
      ...(body.origins && { origins: normalized(body.origins) }),
    }
    const name = body.name?.trim() ?? before.name
    const stored = await changeCertificate(db, before.key, { name, doc: changed, notAfter, now })
    record(context, params.org, { before, after: stored })
    return rowOf(db, params.org, stored)
  },

  'certificate.remove': async ({ params }, context) => {
    const stored = await certificateOf(context.db, params.org, params.id, { forChange: true })
    if (!stored) return missing
    await removeCertificate(context.db, stored.key)
    record(context, params.org, { before: stored })
    return null
  },
})

const nameProblems = (name: string): Problem[] =>
  name.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []

const auditedOf = ({ name, doc, not_after }: StoredCertificate) => ({ name, ...doc, not_after: formatTime(not_after) })

const record = (
  context: Context,
  orgId: string,
  { before, after }: { before?: StoredCertificate; after?: StoredCertificate },
): void => {
  const about = after ?? before
  if (!about) return
  context.record({
    resource: { type: 'certificate', id: about.id, name: about.name },
    organizationId: orgId,
    ...(before && { before: auditedOf(before) }),
    ...(after && { after: auditedOf(after) }),
  })
}

/** Monitors that a row names. */
const NAMED = 20

const rowsOf = async (db: Db, orgId: string, stored: readonly StoredCertificate[]): Promise<CertificateRow[]> => {
  if (stored.length === 0) return []
  const callers = await callersOf(db, orgId)
  return stored.map((one) => shownRow(one, callers(one.doc.origins)))
}

const rowOf = async (db: Db, orgId: string, stored: StoredCertificate): Promise<CertificateRow> =>
  shownRow(stored, (await callersOf(db, orgId))(stored.doc.origins))

const shownRow = (
  { id, name, doc, not_after, created, last_update }: StoredCertificate,
  users: readonly CertificateUser[],
): CertificateRow => ({
  id,
  name,
  subject: doc.subject,
  issuer: doc.issuer,
  serial: doc.serial,
  fingerprint_sha256: doc.fingerprint_sha256,
  not_before: formatTime(doc.not_before),
  not_after: formatTime(not_after),
  chain: doc.chain,
  origins: [...doc.origins],
  has_passphrase: doc.passphrase !== null,
  used_by_count: users.length,
  used_by: users.slice(0, NAMED).map(({ project_key: _, ...user }) => user),
  created: formatTime(created),
  last_update: formatTime(last_update),
})

import type { X509Certificate } from 'node:crypto'
import type { PeerCertificate } from 'node:tls'
import { certificatePath } from './certificate-path.ts'
import { legacyForm } from './server-certificate.ts'
import type { TlsFacts } from './trace.ts'
import type { Trust } from './trust.ts'

/** Names and validity of a certificate; times are ISO 8601, or empty if they cannot be read. */
export type CertificateFacts = NonNullable<TlsFacts['certificates']>[number]

/** The `CN` if there is one, otherwise the whole name on one line. */
const nameOf = (name: PeerCertificate['subject'] | undefined): string => {
  if (!name) return ''
  const common: unknown = name.CN
  if (typeof common === 'string') return common
  return Object.entries(name)
    .map(([part, value]) => `${part}=${String(value)}`)
    .join(', ')
}

const instant = (text: string | undefined): string => {
  const ms = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString()
}

const factsOf = (certificate: X509Certificate): CertificateFacts => {
  const { subject, issuer, valid_from, valid_to } = legacyForm(certificate)
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    not_before: instant(valid_from),
    not_after: instant(valid_to),
  }
}

/** Paths by the fingerprints of the list that was sent: building one verifies signatures, and the next call meets the same list. */
const known = new WeakMap<Trust, Map<string, readonly CertificateFacts[]>>()
const MOST = 500

const isValid = ({ not_before, not_after }: CertificateFacts, nowMs: number): boolean =>
  Date.parse(not_before) <= nowMs && nowMs <= Date.parse(not_after)

/** Facts of the certificates by which a server is verified, from its own on. A path is built anew once a certificate in it is not valid. */
export const pathFacts = (
  sent: readonly X509Certificate[],
  trust: Trust,
  nowMs: number,
): readonly CertificateFacts[] => {
  const paths = known.get(trust) ?? new Map<string, readonly CertificateFacts[]>()
  known.set(trust, paths)
  const name = sent.map(({ fingerprint256 }) => fingerprint256).join()
  const before = paths.get(name)
  if (before?.every((facts) => isValid(facts, nowMs))) return before
  if (paths.size >= MOST) paths.clear()
  const made = certificatePath(sent, trust, nowMs).map(factsOf)
  paths.set(name, made)
  return made
}

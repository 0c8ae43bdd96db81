import type { X509Certificate } from 'node:crypto'
import { isIssuedBy, type Trust } from './trust.ts'

/** Longest path that is read; real ones have four certificates at most. */
const MAX_PATH = 10

const endsMs = ({ validTo }: X509Certificate): number => Date.parse(validTo)
const isValid = (certificate: X509Certificate, nowMs: number): boolean =>
  Date.parse(certificate.validFrom) <= nowMs && nowMs <= endsMs(certificate)

/** The issuer that OpenSSL takes of several: the first one that is valid now, else the one that ends last. */
const preferred = (issuers: readonly X509Certificate[], nowMs: number): X509Certificate | undefined =>
  issuers.find((issuer) => isValid(issuer, nowMs)) ?? [...issuers].sort((one, two) => endsMs(two) - endsMs(one))[0]

/**
 * The path by which OpenSSL verifies a server: from its own certificate to a root, as far as there are issuers. A trusted issuer goes before
 * one that the server sent, so what the server sent beyond the path is not in it (RFC 4158, section 2.4.2). Node's `issuerCertificate` links
 * any issuer that was sent, also an expired one that nothing depends on.
 */
export const certificatePath = (
  sent: readonly X509Certificate[],
  trust: Pick<Trust, 'issuersOf'>,
  nowMs: number,
): readonly X509Certificate[] => {
  const path = sent.slice(0, 1)
  while (path.length < MAX_PATH) {
    const last = path.at(-1)
    if (!last || isIssuedBy(last, last)) break
    const unused = (one: X509Certificate): boolean =>
      path.every(({ fingerprint256 }) => fingerprint256 !== one.fingerprint256)
    const issuer =
      preferred(trust.issuersOf(last).filter(unused), nowMs) ??
      preferred(
        sent.filter((one) => unused(one) && isIssuedBy(last, one)),
        nowMs,
      )
    if (!issuer) break
    path.push(issuer)
  }
  return path
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Certificates that calls trust: for OpenSSL, which verifies, and to be looked up, since OpenSSL's path cannot be asked for. */
export type Trust = {
  readonly context: () => tls.SecureContext
  /** Trusted certificates that issued a certificate. */
  readonly issuersOf: (certificate: X509Certificate) => readonly X509Certificate[]
  /** Reads the trusted certificates now, so that no phase of a call has that time in it. */
  readonly prepare: () => void
}

/** The certificate, or null for text that Node takes for a certificate and cannot read: it trusts the others all the same. */
const read = (pem: string): X509Certificate | null => {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** Whether a certificate was issued by another: by their names, and by its signature. */
export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** Each value is made at its first use: reading all trusted certificates takes tens of milliseconds. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const trustIn = (context: () => tls.SecureContext, pems: () => readonly string[]): Trust => {
  const bySubject = once(() => {
    const found = new Map<string, X509Certificate[]>()
    for (const certificate of pems().map(read)) {
      if (certificate) found.set(certificate.subject, [...(found.get(certificate.subject) ?? []), certificate])
    }
    return found
  })
  const made = once(context)
  return {
    context: made,
    prepare: () => {
      made()
      bySubject()
    },
    issuersOf: (certificate) =>
      (bySubject().get(certificate.issuer) ?? []).filter((issuer) => isIssuedBy(certificate, issuer)),
  }
}

/** Trust in the certificates of a PEM text, and in no others. */
export const trusting = (pem: string): Trust =>
  trustIn(
    () => tls.createSecureContext({ ca: pem }),
    () => pem.match(PEM) ?? [],
  )

/** The certificates of NODE_EXTRA_CA_CERTS; Node warns at its start of a file that it cannot read, and goes on without. */
const extra = (): readonly string[] => {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return []
  try {
    return readFileSync(file, 'utf8').match(PEM) ?? []
  } catch {
    return []
  }
}

/** The certificates that Node trusts by default; before version 22.15 it can only list its own. */
const byDefault = (): readonly string[] => {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] }
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...extra()]
}

/** Trust in the certificates that this machine trusts. */
export const machineTrust = trustIn(() => tls.createSecureContext(), byDefault)

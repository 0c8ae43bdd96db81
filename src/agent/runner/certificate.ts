import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { TlsFacts } from './trace.ts'
import { codeOf, type Trouble } from './trouble.ts'

/** `CN` where there is one, else the whole name on one line. */
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

/** What a TLS connection was made with, as the result shows it. */
export const tlsFacts = (socket: TLSSocket): TlsFacts => {
  // Without a certificate Node gives an empty object, whatever its types say.
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate() ?? {}
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher()?.name ?? '',
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    not_after: instant(certificate.valid_to),
  }
}

type Sentence = (host: string, facts: TlsFacts) => string

/** OpenSSL's verdicts on a certificate, in words. */
const sentences: Readonly<Record<string, Sentence>> = {
  CERT_HAS_EXPIRED: (host, facts) => `the certificate of ${host} expired on ${facts.not_after.slice(0, 10)}`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet`,
  CERT_REVOKED: (host) => `the certificate of ${host} is revoked`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `the certificate of ${host} is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: (host, facts) =>
    `the certificate of ${host} comes from an authority that is not trusted (${facts.issuer})`,
  UNABLE_TO_GET_ISSUER_CERT: (host, facts) =>
    `the certificate of ${host} comes from an authority that is not trusted (${facts.issuer})`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host, facts) =>
    `the certificate of ${host} comes from an authority that is not trusted (${facts.issuer})`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host, facts) =>
    `the certificate of ${host} cannot be verified: the server leaves out the certificate of ${facts.issuer}, or it is not trusted`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host, facts) =>
    `the certificate is not for ${host}${facts.subject ? ` but for ${facts.subject}` : ''}`,
}

/** Node types the reason as an error, and gives the code as text. */
const reasonOf = (socket: TLSSocket): string => {
  const reason: unknown = socket.authorizationError
  return typeof reason === 'string' ? reason : codeOf(reason) || String(reason)
}

/** Why the certificate of a server is not to be trusted; null when it is. */
export const certificateTrouble = (socket: TLSSocket, host: string, facts: TlsFacts): Trouble | null => {
  if (socket.authorized) return null
  const code = reasonOf(socket)
  const names = checkServerIdentity(host, socket.getPeerCertificate())
  return {
    type: 'download',
    sentence: sentences[code]?.(host, facts) ?? `the certificate of ${host} cannot be verified (${code})`,
    debug: `${code}${names ? `: ${names.message}` : ''} (subject ${facts.subject}, issuer ${facts.issuer}, not after ${facts.not_after})`,
    silent: false,
  }
}

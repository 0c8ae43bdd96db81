import { checkServerIdentity, type DetailedPeerCertificate, type PeerCertificate, type TLSSocket } from 'node:tls'
import { type CallFailure, codeOf } from './call-failure.ts'
import type { TlsFacts } from './trace.ts'

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

/** Longest chain that is read; real ones have four certificates at most. */
const MAX_CHAIN = 10

/** The subjects of the certificates that a connection is trusted by, from the server's own to the root, which issued itself. */
const chainOf = (socket: TLSSocket): string[] => {
  const subjects: string[] = []
  let certificate: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true)
  while (certificate?.subject && subjects.length < MAX_CHAIN) {
    subjects.push(nameOf(certificate.subject))
    certificate = certificate.issuerCertificate === certificate ? undefined : certificate.issuerCertificate
  }
  return subjects
}

/** TLS facts of a connection, as shown in the result. Reading the chain takes time, so it is read only where it is asked for. */
export const tlsFacts = (socket: TLSSocket, asksChain = false): TlsFacts => {
  // Without a certificate Node returns an empty object, unlike its types.
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate() ?? {}
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher()?.name ?? '',
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    not_after: instant(certificate.valid_to),
    ...(asksChain && { chain: chainOf(socket) }),
  }
}

type Sentence = (host: string, facts: TlsFacts) => string

/** Sentences for OpenSSL's verification errors. */
const sentences: Readonly<Record<string, Sentence>> = {
  CERT_HAS_EXPIRED: (host, facts) => `the certificate of ${host} expired on ${facts.not_after.slice(0, 10)}`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet`,
  CERT_REVOKED: (host) => `the certificate of ${host} is revoked`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `the certificate of ${host} is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: (host, facts) =>
    `the certificate of ${host} was issued by an untrusted authority (${facts.issuer})`,
  UNABLE_TO_GET_ISSUER_CERT: (host, facts) =>
    `the certificate of ${host} was issued by an untrusted authority (${facts.issuer})`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host, facts) =>
    `the certificate of ${host} was issued by an untrusted authority (${facts.issuer})`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host, facts) =>
    `the certificate of ${host} cannot be verified: the server leaves out the certificate of ${facts.issuer}, or it is not trusted`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host, facts) =>
    `the certificate is not for ${host}${facts.subject ? ` but for ${facts.subject}` : ''}`,
}

/** The verification error code. Node's type is an error, but its value is text. */
const reasonOf = (socket: TLSSocket): string => {
  const reason: unknown = socket.authorizationError
  return typeof reason === 'string' ? reason : codeOf(reason) || String(reason)
}

/** Why a server's certificate is not trusted; null if it is. */
export const certificateFailure = (socket: TLSSocket, host: string, facts: TlsFacts): CallFailure | null => {
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

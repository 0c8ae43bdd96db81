import { checkServerIdentity, type TLSSocket } from 'node:tls'
import { type CallFailure, codeOf } from './call-failure.ts'
import { type CertificateFacts, pathFacts } from './path-facts.ts'
import { sentCertificates } from './server-certificate.ts'
import type { TlsFacts } from './trace.ts'
import type { Trust } from './trust.ts'

/** Conditions of reading a certificate: the trusted certificates, the time in milliseconds since 1970, and whether subjects are listed. */
type Reading = { readonly trust: Trust; readonly nowMs: number; readonly asksChain: boolean }

/** TLS facts of a connection, as shown in the result. */
export const tlsFacts = (socket: TLSSocket, { trust, nowMs, asksChain }: Reading): TlsFacts => {
  const certificates = pathFacts(sentCertificates(socket), trust, nowMs)
  const [own] = certificates
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher()?.name ?? '',
    subject: own?.subject ?? '',
    issuer: own?.issuer ?? '',
    not_after: own?.not_after ?? '',
    certificates: [...certificates],
    ...(asksChain && { chain: certificates.map(({ subject }) => subject) }),
  }
}

/** A connection that was not trusted; `path` begins with the server's own certificate. */
type Untrusted = { readonly host: string; readonly path: readonly CertificateFacts[]; readonly nowMs: number }

const day = (time: string): string => time.slice(0, 10)

/** The certificate of a path that a sentence is about, such as "the intermediate certificate “R3” of api.example". */
const named = ({ host, path }: Untrusted, one: CertificateFacts): string => {
  if (one === path[0]) return `the certificate of ${host}`
  const isRoot = one === path.at(-1) && one.subject === one.issuer
  return `the ${isRoot ? 'root' : 'intermediate'} certificate “${one.subject}” of ${host}`
}

/** OpenSSL reports the fault that is nearest to the server's own certificate; without a fault by this clock it is the one of the least time. */
const expired = (at: Untrusted): string => {
  const [soonest] = [...at.path].sort((one, two) => Date.parse(one.not_after) - Date.parse(two.not_after))
  const one = at.path.find(({ not_after }) => Date.parse(not_after) < at.nowMs) ?? soonest
  return one ? `${named(at, one)} expired on ${day(one.not_after)}` : `the certificate of ${at.host} expired`
}

const early = (at: Untrusted): string => {
  const [latest] = [...at.path].sort((one, two) => Date.parse(two.not_before) - Date.parse(one.not_before))
  const one = at.path.find(({ not_before }) => Date.parse(not_before) > at.nowMs) ?? latest
  return one
    ? `${named(at, one)} is not valid before ${day(one.not_before)}`
    : `the certificate of ${at.host} is not valid yet`
}

/** The issuer that no trusted certificate has: that of the path's end. */
const authorityOf = ({ path }: Untrusted): string => path.at(-1)?.issuer ?? ''

const untrusted = (at: Untrusted): string =>
  `the certificate of ${at.host} was issued by an untrusted authority (${authorityOf(at)})`

/** Sentences for OpenSSL's verification errors. */
const sentences: Readonly<Record<string, (at: Untrusted) => string>> = {
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: early,
  CERT_REVOKED: ({ host }) => `the certificate of ${host} is revoked`,
  DEPTH_ZERO_SELF_SIGNED_CERT: ({ host }) => `the certificate of ${host} is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (at) =>
    `the certificate of ${at.host} cannot be verified: the server leaves out the certificate of ${authorityOf(at)}, or it is not trusted`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, path: [own] }) =>
    `the certificate is not for ${host}${own?.subject ? ` but for ${own.subject}` : ''}`,
}

/** The verification error code. Node's type is an error, but its value is text. */
const reasonOf = (socket: TLSSocket): string => {
  const reason: unknown = socket.authorizationError
  return typeof reason === 'string' ? reason : codeOf(reason) || String(reason)
}

/** Lists the path for the log: names, and from when to when each certificate is valid. */
const pathWords = (path: readonly CertificateFacts[]): string =>
  path
    .map(
      ({ subject, issuer, not_before, not_after }) =>
        `subject ${subject}, issuer ${issuer}, not before ${not_before}, not after ${not_after}`,
    )
    .join('; ')

/** Why a server's certificate is not trusted; null if it is. `nowMs` is in milliseconds since 1970. */
export const certificateFailure = (
  socket: TLSSocket,
  host: string,
  { certificates = [] }: TlsFacts,
  nowMs: number,
): CallFailure | null => {
  if (socket.authorized) return null
  const code = reasonOf(socket)
  const names = checkServerIdentity(host, socket.getPeerCertificate())
  return {
    type: 'download',
    sentence:
      sentences[code]?.({ host, path: certificates, nowMs }) ??
      `the certificate of ${host} cannot be verified (${code})`,
    debug: `${code}${names ? `: ${names.message}` : ''} (${pathWords(certificates)})`,
    silent: false,
  }
}

import type { X509Certificate } from 'node:crypto'
import type { PeerCertificate, TLSSocket } from 'node:tls'

/** The certificates of open connections: Node hands out the list that a server sent only once. */
const lists = new WeakMap<TLSSocket, readonly X509Certificate[]>()

/** The certificates that a server sent, in its order: its own is the first one. */
export const sentCertificates = (socket: TLSSocket): readonly X509Certificate[] => {
  const known = lists.get(socket)
  if (known) return known
  const sent: X509Certificate[] = []
  // In a list that was sent, Node's "issuer" is the next certificate, whoever issued it.
  for (let next = socket.getPeerX509Certificate(); next; next = next.issuerCertificate) sent.push(next)
  lists.set(socket, sent)
  return sent
}

/** Certificates in Node's older form, by their fingerprint: making one takes time, and the next call meets the same. */
const forms = new Map<string, PeerCertificate>()
const MOST = 500

/** A certificate in Node's older form, with names by their parts; empty without one, as Node has it. */
export const legacyForm = (certificate: X509Certificate | undefined): Partial<PeerCertificate> => {
  if (!certificate) return {}
  const { fingerprint256 } = certificate
  const known = forms.get(fingerprint256)
  if (known) return known
  if (forms.size >= MOST) forms.clear()
  const made = certificate.toLegacyObject()
  forms.set(fingerprint256, made)
  return made
}

/**
 * Makes a connection read its server's certificates once. After a handshake Node reads the whole chain, with a copy of each certificate, which
 * takes a fifth of a call's processor time; and the chain is not the one that was verified.
 */
export const readOnce = (socket: TLSSocket): void => {
  Object.assign(socket, { getPeerCertificate: () => legacyForm(sentCertificates(socket)[0]) })
}

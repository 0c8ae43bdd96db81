import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Problem, problem } from '../../domain/core/problem.ts'
import { opensQuickly, SLOW_KEY } from './key-derivation.ts'

/** A client certificate as PEM, in clear. */
export type ClientCertificate = { readonly cert: string; readonly key: string; readonly passphrase: string | null }

/** Facts of a certificate for people. */
export type CertificateFacts = { readonly subject: string; readonly issuer: string; readonly expires: number }

const nameIn = (distinguished: string): string =>
  /^(?:CN|O)=(.+)$/m.exec(distinguished)?.[1] ?? distinguished.replaceAll('\n', ', ')

/** Subject, issuer and end of a certificate; null if the text is none. */
export const certificateFacts = (cert: string): CertificateFacts | null => {
  try {
    const { subject, issuer, validTo } = new X509Certificate(cert)
    return { subject: nameIn(subject), issuer: nameIn(issuer), expires: Date.parse(validTo) }
  } catch {
    return null
  }
}

const parsedKey = (text: string, passphrase: string | null) => {
  try {
    return createPrivateKey({ key: text, ...(passphrase !== null && { passphrase }) })
  } catch {
    return null
  }
}

/** Field errors of a certificate and its key, which must belong together. */
export const certificateProblems = ({ cert, key, passphrase }: ClientCertificate): Problem[] => {
  const field = 'client_certificate'
  if (certificateFacts(cert) === null)
    return [
      problem(`${field}.cert`, 'invalid', 'must be a certificate as PEM, beginning with -----BEGIN CERTIFICATE-----.'),
    ]
  if (!opensQuickly(key)) return [problem(`${field}.key`, 'invalid', SLOW_KEY)]
  const parsed = parsedKey(key, passphrase)
  if (!parsed) {
    const isEncrypted = /ENCRYPTED/.test(key)
    return [
      isEncrypted
        ? problem(`${field}.passphrase`, 'invalid', 'must be the passphrase of the encrypted key.')
        : problem(`${field}.key`, 'invalid', 'must be the private key as PEM.'),
    ]
  }
  return new X509Certificate(cert).checkPrivateKey(parsed)
    ? []
    : [problem(`${field}.key`, 'invalid', 'must be the private key of this certificate.')]
}

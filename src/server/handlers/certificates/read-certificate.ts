import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Problem, problem } from '../../../domain/core/problem.ts'

/** A certificate and its key as they were read. */
export type ReadCertificate = {
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  readonly fingerprint_sha256: string
  readonly not_before: number
  readonly not_after: number
  readonly chain: number
}

type Given = { readonly certificate: string; readonly private_key: string; readonly passphrase: string | null }

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g
const MOST_IN_CHAIN = 10

const oneLine = (name: string): string => name.trim().split('\n').join(', ').slice(0, 1000)

const parsed = (pem: string): X509Certificate | null => {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

const keyOf = ({ private_key, passphrase }: Given): KeyObject | null => {
  try {
    return createPrivateKey({ key: private_key, format: 'pem', ...(passphrase !== null && { passphrase }) })
  } catch {
    return null
  }
}

const keyProblem = ({ private_key, passphrase }: Given): Problem => {
  const isEncrypted = /ENCRYPTED/.test(private_key)
  if (isEncrypted && !passphrase)
    return problem('passphrase', 'required', 'must be the passphrase of the private key, which is encrypted.')
  return isEncrypted
    ? problem('passphrase', 'invalid', 'must be the passphrase of the private key: this one does not open it.')
    : problem('private_key', 'invalid', 'must be a private key as PEM (-----BEGIN PRIVATE KEY-----).')
}

/** Reads a chain and its private key; field errors where they cannot be read or do not belong together. */
export const readCertificate = (given: Given): ReadCertificate | Problem[] => {
  const blocks = given.certificate.match(BLOCK) ?? []
  const chain = blocks.slice(0, MOST_IN_CHAIN).map(parsed)
  const [first] = chain
  const problems: Problem[] = []
  if (blocks.length > MOST_IN_CHAIN)
    problems.push(problem('certificate', 'length', `must have at most ${MOST_IN_CHAIN} certificates.`))
  if (!first || chain.includes(null))
    problems.push(
      problem('certificate', 'invalid', 'must be one or more certificates as PEM (-----BEGIN CERTIFICATE-----).'),
    )
  const key = keyOf(given)
  if (!key) problems.push(keyProblem(given))
  if (first && key && !first.checkPrivateKey(key))
    problems.push(problem('private_key', 'invalid', 'must be the key of the first certificate: they do not match.'))
  if (problems.length > 0 || !first) return problems
  return {
    subject: oneLine(first.subject),
    issuer: oneLine(first.issuer),
    serial: first.serialNumber,
    fingerprint_sha256: first.fingerprint256.replaceAll(':', '').toLowerCase(),
    not_before: Date.parse(first.validFrom),
    not_after: Date.parse(first.validTo),
    chain: chain.length,
  }
}

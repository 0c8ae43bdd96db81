import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and its key, in PEM. */
export type Certificate = { cert: string; key: string; subject: string; keyObject: KeyObject }

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  // DER allows only one encoding of a length, and browsers enforce it.
  const header =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(header), content])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))))
const utc = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().replace(/[-T:]/g, '').slice(2, 14)}Z`))
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))

/** One of a certificate's names: a DNS name or an IPv4 address. */
const alternative = (name: string): Buffer =>
  isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))

/**
 * Creates an X.509 certificate (RFC 5280) for TLS tests: signed by `issuer`, or self-signed. `names` are DNS names or IPv4 addresses. It is valid
 * from 2020 to 2049, whatever the clock says, unless `from` or `until` (days before 2050, such as `2021-06-01`) say otherwise. `keyOf` is
 * a certificate whose key it shares, as a cross-signed certificate of an authority does.
 */
export const certificate = (options: {
  subject: string
  names?: string[]
  issuer?: Certificate
  from?: string
  until?: string
  keyOf?: Certificate
}): Certificate => {
  const privateKey = options.keyOf?.keyObject ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const publicKey = createPublicKey(privateKey)
  const { subject, names = [], issuer, from = '2020-01-01', until = '2049-12-31' } = options
  const isAuthority = names.length === 0
  const alternatives = sequence(...names.map(alternative))
  const extensions = isAuthority
    ? extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))
    : extension('551d11', alternatives)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, Math.floor(Math.random() * 256), Math.floor(Math.random() * 256)])),
    ECDSA_SHA256,
    nameOf(issuer?.subject ?? subject),
    sequence(utc(new Date(from)), utc(new Date(until))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensions)),
  )
  const signature = sign('sha256', body, issuer?.keyObject ?? privateKey)
  const bytes = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = (bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    subject,
    keyObject: privateKey,
  }
}

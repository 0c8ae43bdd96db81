import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { certificateProblems } from '../../src/server/auth/client-certificate.ts'
import { opensQuickly } from '../../src/server/auth/key-derivation.ts'
import { readCertificate } from '../../src/server/handlers/certificates/read-certificate.ts'
import { certificate } from '../agent/certificate.ts'

const sized = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]), content])
}

/** A DER encoding with another number in place of 2048. */
const withRounds = (der: Buffer, rounds: Buffer): Buffer => {
  const made: Buffer[] = []
  for (let at = 0; at < der.length; ) {
    const tag = der[at] ?? 0
    const first = der[at + 1] ?? 0
    const longer = first > 0x80 ? first - 0x80 : 0
    const from = at + 2 + longer
    const length = longer ? der.readUIntBE(at + 2, longer) : first
    const content = der.subarray(from, from + length)
    const isRounds = tag === 2 && content.toString('hex') === '0800'
    made.push(sized(tag, isRounds ? rounds : tag === 0x30 ? withRounds(content, rounds) : content))
    at = from + length
  }
  return Buffer.concat(made)
}

const pemOf = (der: Buffer): string =>
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ENCRYPTED PRIVATE KEY-----\n`

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encrypted = privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' })

test('a key that takes an hour to decrypt is refused before anything is derived', () => {
  const slow = pemOf(withRounds(encrypted, Buffer.from('7fffffff', 'hex')))
  expect(opensQuickly(pemOf(encrypted))).toBe(true)
  expect(opensQuickly(slow)).toBe(false)
  const { cert } = certificate({ subject: 'client' })
  expect(certificateProblems({ cert, key: slow, passphrase: 'x' })).toMatchObject([{ field: 'client_certificate.key' }])
})

test('an organization refuses it too', () => {
  const slow = pemOf(withRounds(encrypted, Buffer.from('7fffffff', 'hex')))
  const { cert } = certificate({ subject: 'client' })
  expect(readCertificate({ certificate: cert, private_key: slow, passphrase: 'x' })).toMatchObject([
    { field: 'private_key' },
  ])
})

test.each([
  ['a second key', (pem: string) => pem + pem],
  ['an indefinite length', () => pemOf(Buffer.concat([Buffer.from([0x30, 0x80]), encrypted.subarray(3)]))],
  ['text between the lines', (pem: string) => pem.replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n')],
  ['nothing', () => pemOf(Buffer.alloc(0))],
])('an encrypted key with %s is not opened', (_, change) => {
  expect(opensQuickly(change(pemOf(encrypted)))).toBe(false)
})

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** CBOR of the few values that an authenticator says (RFC 8949). */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

export type SoftPasskey = {
  readonly credentialId: string
  /** Answers the options of a new passkey. */
  create(options: { challenge: string }): Record<string, unknown>
  /** Answers the options of a sign-in. Each signature moves the counter on, unless one is given. */
  sign(
    options: { challenge: string },
    more?: { counter?: number; verified?: boolean; origin?: string },
  ): Record<string, unknown>
}

/** An authenticator in software (ES256, no attestation), for a server at this address. */
export const softPasskey = (url: string): SoftPasskey => {
  const { hostname, origin } = new URL(url)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  let count = 0
  const dataOf = (flags: number, counter: number): Buffer => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(hostname), Buffer.from([flags]), counted])
  }
  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  return {
    credentialId,
    create({ challenge }) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      // User present, user verified, credential data follows.
      const authData = Buffer.concat([dataOf(0x45, 0), Buffer.alloc(16), length, id, key])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        credential_id: credentialId,
        client_data: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    sign({ challenge }, { counter = ++count, verified = true, origin: at = origin } = {}) {
      const client = clientData('webauthn.get', challenge, at)
      const authData = dataOf(verified ? 0x05 : 0x01, counter)
      const signature = createSign('sha256').update(authData).update(sha256(client)).sign(privateKey)
      return {
        credential_id: credentialId,
        client_data: client.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

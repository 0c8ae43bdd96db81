import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How the server answers: as it should, not at all, sealed, as after its key was disabled or the token revoked, with text that no store
 * takes, or with another key than it wrapped.
 */
export type TransitState = 'open' | 'silent' | 'sealed' | 'disabled' | 'forbidden' | 'garbled' | 'other key'

export type TransitServer = {
  readonly url: string
  readonly token: string
  state: TransitState
  /** Operations that it was asked for. */
  readonly asked: string[]
  stop(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}')
}

/** A server that speaks the transit protocol of Vault and OpenBao, with one key named `sonde`; wrapped keys are `vault:v1:…`. */
export const startTransitServer = async (): Promise<TransitServer> => {
  const key = randomBytes(32)
  const wrap = (plain: Buffer): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return `vault:v1:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`
  }
  const unwrap = (text: string): Buffer => {
    const bytes = Buffer.from(text.replace('vault:v1:', ''), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  }
  const transit: { state: TransitState } = { state: 'open' }
  const asked: string[] = []
  const token = `hvs.${randomBytes(12).toString('hex')}`
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const [, operation = '', name] =
      /^\/v1\/transit\/(datakey\/plaintext|decrypt)\/([^/]+)$/.exec(request.url ?? '') ?? []
    asked.push(operation)
    if (transit.state === 'silent') return request.socket.destroy()
    if (transit.state === 'sealed') return answer(503, { errors: ['Vault is sealed'] })
    if (transit.state === 'garbled') return answer(503, { errors: ['sealed\u0000\ud83d \u202e'] })
    if (transit.state === 'forbidden' || request.headers['x-vault-token'] !== token)
      return answer(403, { errors: ['permission denied'] })
    if (operation === '' || request.method !== 'POST') return answer(404, { errors: [] })
    if (name !== 'sonde' || transit.state === 'disabled') return answer(400, { errors: ['encryption key not found'] })
    if (operation === 'decrypt' && transit.state === 'other key')
      return answer(200, { data: { plaintext: randomBytes(32).toString('base64') } })
    if (operation === 'decrypt')
      return answer(200, { data: { plaintext: unwrap(body.ciphertext ?? '').toString('base64') } })
    const plain = randomBytes(32)
    return answer(200, { data: { plaintext: plain.toString('base64'), ciphertext: wrap(plain), key_version: 1 } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(transit, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

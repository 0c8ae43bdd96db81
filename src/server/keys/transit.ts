import { type } from 'arktype'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { quotedLine } from '../../domain/core/cut-text.ts'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'

/** Access to a key service: Vault or OpenBao, by the protocol of their transit engine. */
export type Transit = {
  /** The address of the server, without a path. */
  readonly url: string
  readonly namespace: string | null
  /** The path of the transit engine, usually `transit`. */
  readonly mount: string
  readonly keyName: string
  readonly token: string
}

/** Why a key service gave no key, as a sentence. `isRefused`: it answered, and the key must not be used any longer. */
export class KeyServiceProblem extends Error {
  readonly isRefused: boolean
  constructor(sentence: string, isRefused: boolean) {
    super(sentence)
    this.isRefused = isRefused
  }
}

/** Short enough that nothing that needs a key waits long for a service that is away. */
const TIMEOUT_MS = 3_000
const DATA_KEY_BYTES = 32
const LONGEST_QUOTED = 300

/** Stored as it is, and needed for every secret: a wrapped key that the store would change is refused. */
const wrappedKey = /^[\x21-\x7e]{1,8192}$/
const dataKey = type({ data: { plaintext: 'string', ciphertext: wrappedKey } })
const plainKey = type({ data: { plaintext: 'string' } })
const errors = type({ errors: 'string[]' })

const asked = async (
  { url, namespace, mount, keyName, token }: Transit,
  operation: string,
  body: object,
  allowed: readonly AllowRule[],
): Promise<unknown> => {
  const address = `${url}/v1/${mount}/${operation}/${encodeURIComponent(keyName)}`
  const headers = {
    'content-type': 'application/json',
    'x-vault-token': token,
    'x-vault-request': 'true',
    ...(namespace !== null && { 'x-vault-namespace': namespace }),
  }
  const answer = await guardedFetch(
    address,
    { method: 'POST', headers, body: JSON.stringify(body) },
    { allowed, timeoutMs: TIMEOUT_MS },
  ).catch((cause) => {
    if (cause instanceof ProviderProblem) throw new KeyServiceProblem(cause.message, false)
    throw cause
  })
  const read = json(answer.body)
  if (answer.status === 200) return read
  const said = errors(read)
  const words = said instanceof type.errors ? '' : quotedLine(said.errors.join(' '), LONGEST_QUOTED)
  const { host } = new URL(url)
  throw new KeyServiceProblem(
    `${host} answered ${answer.status}${MEANINGS[answer.status] ?? ''}${words === '' ? '.' : ` “${words}”.`}`,
    // 429, 472, 473 and 5xx: sealed, in standby, overloaded. All of them pass.
    [400, 403, 404].includes(answer.status),
  )
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: ': it cannot use this key.',
  403: ': the token is not valid, or may not use this key.',
  404: ': there is no such transit engine or key.',
  503: ': it is sealed or under maintenance.',
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const keyOf = (plaintext: string, url: string): Buffer => {
  const key = Buffer.from(plaintext, 'base64')
  if (key.length === DATA_KEY_BYTES) return key
  throw new KeyServiceProblem(`${new URL(url).host} answered with a key of ${key.length} bytes instead of 32.`, true)
}

/** Makes a data key of 256 bits at a key service: in clear, and wrapped for the store. Throws a `KeyServiceProblem`. */
export const newDataKey = async (
  transit: Transit,
  allowed: readonly AllowRule[],
): Promise<{ key: Buffer; wrapped: string }> => {
  const answer = dataKey(await asked(transit, 'datakey/plaintext', { bits: 256 }, allowed))
  if (answer instanceof type.errors) throw unexpected(transit)
  return { key: keyOf(answer.data.plaintext, transit.url), wrapped: answer.data.ciphertext }
}

/** Unwraps a data key at a key service. Throws a `KeyServiceProblem`. */
export const unwrapDataKey = async (
  transit: Transit,
  wrapped: string,
  allowed: readonly AllowRule[],
): Promise<Buffer> => {
  const answer = plainKey(await asked(transit, 'decrypt', { ciphertext: wrapped }, allowed))
  if (answer instanceof type.errors) throw unexpected(transit)
  return keyOf(answer.data.plaintext, transit.url)
}

const unexpected = ({ url }: Transit) =>
  new KeyServiceProblem(`${new URL(url).host} answered with something that is no key: check the address.`, false)

import { MASK } from '../../domain/secrets/masking.ts'
import { isHeaderName, type Job, type Pair, type Request } from './request.ts'
import { filterOf, type SecretFilter } from './secret-filter.ts'
import { isSecretName } from './secret-name.ts'
import { mapTexts, textsIn } from './texts.ts'

/** A value that was taken from a header's name only (`Cookie`) may be a common word: shorter ones are masked in their place alone. */
const SHORTEST_DERIVED = 8
/** Shorter ones are left alone: see `Masking`. */
const SHORTEST = 4

/** The password of a Basic credential, which a server could echo in clear. */
const passwordIn = (credential: string): string => {
  const text = Buffer.from(credential, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** The secrets that a header named like one carries: all of it, what follows the scheme, and each cookie's value. */
const credentialsIn = (value: string): string[] => {
  const [scheme = '', ...rest] = value.split(' ')
  const credential = rest.join(' ')
  const cookies = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  const found = [value, credential, ...cookies].filter((text) => text.length >= SHORTEST_DERIVED)
  return scheme.toLowerCase() === 'basic' ? [...found, passwordIn(credential)] : found
}

const secretParameters = (url: URL): string[] => {
  const found: string[] = []
  for (const [name, value] of url.searchParams)
    if (isSecretName(name) && value.length >= SHORTEST_DERIVED) found.push(value)
  return found
}

/**
 * What must not leave the agent, and how it is kept in: the job's secrets, whatever was sent in places named like
 * secrets, in all spellings that `masker` knows.
 */
export class Secrecy {
  readonly #filter: SecretFilter | null
  /** Names that a person marked as secret, or that hold one. */
  readonly #marked: ReadonlySet<string>

  constructor(job: Job, request: Request | null) {
    const found = new Set(job.secrets)
    this.#marked = new Set([...(job.secret_fields ?? []), ...(job.secret_variables ?? [])])
    // A server that takes UTF-8 for Latin-1 sends it back so.
    for (const secret of job.secrets) found.add(Buffer.from(secret).toString('latin1'))
    for (const [name, value] of Object.entries(job.variables))
      if (isSecretName(name) && value.length >= SHORTEST_DERIVED) found.add(value)
    if (request) {
      for (const { key, value } of request.headers)
        if (isSecretName(key)) for (const credential of credentialsIn(value)) found.add(credential)
      for (const value of secretParameters(request.url)) found.add(value)
    }
    this.#filter = filterOf([...found].filter((secret) => secret.length >= SHORTEST))
  }

  readonly holdsSecret = (text: string): boolean => this.#filter !== null && this.#filter.mask(text) !== text

  /**
   * Whatever is reported, without a secret in any text of it. One look at all texts together is enough nearly always:
   * most responses hold no secret.
   */
  maskAll<T>(value: T): T {
    if (this.#filter === null) return value
    const all = textsIn(value, []).join('\0')
    return this.#filter.mask(all) === all ? value : mapTexts(value, this.#filter.mask)
  }

  #isSecret(name: string): boolean {
    return isSecretName(name) || this.#marked.has(name)
  }

  /** Headers of a request: those named like secrets are masked whatever they hold, and so is a name that is none. */
  pairs(pairs: readonly Pair[]): Pair[] {
    return pairs.map(({ key, value }) => ({
      key: isHeaderName(key) ? key : MASK,
      value: this.#isSecret(key) ? MASK : value,
    }))
  }

  /** An address: parameters named like secrets are masked whatever they hold. */
  url(url: URL): string {
    if (url.search.length < 2) return url.origin + url.pathname
    const query = url.search
      .slice(1)
      .split('&')
      .map((part) => {
        const [parameter] = new URLSearchParams(part)
        return parameter && this.#isSecret(parameter[0]) ? `${part.split('=')[0]}=${MASK}` : part
      })
      .join('&')
    return `${url.origin}${url.pathname}?${query}`
  }

  variables(variables: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, this.#isSecret(name) ? MASK : value]),
    )
  }

  /** A text that was cut somewhere: see `SecretFilter`. */
  cutText(text: string): string {
    return this.#filter?.cutText(text) ?? text
  }

  /** The beginning of a text in quotation marks. It is masked before it is cut, so that no secret is torn. */
  readonly quote = (text: string, most: number): string => {
    const masked = this.#filter?.mask(this.#filter.cutText(text)) ?? text
    return JSON.stringify(masked.slice(0, most))
  }

  /** Bytes that are no text: see `SecretFilter`. */
  bytes(bytes: Buffer, isCut: boolean): Buffer {
    return this.#filter?.blank(bytes, isCut) ?? bytes
  }

  /** Whether there is anything to keep in. */
  get isNeeded(): boolean {
    return this.#filter !== null
  }
}

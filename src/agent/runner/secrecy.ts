import { isHeaderName } from '../../domain/core/header-rules.ts'
import { mayHoldPlaceholder, placeholdersIn } from '../../domain/core/placeholders.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { formsReceived, mayChange, partsOf } from '../../domain/secrets/taken-apart.ts'
import { maskedAddress, maskedTarget } from './recorded-address.ts'
import type { Job, Pair, Request } from './request.ts'
import { filterOf, type SecretFilter } from './secret-filter.ts'
import { isSecretName } from './secret-name.ts'
import { mapTexts, textsIn } from './texts.ts'

/** Minimum length of a value from a header that is only named like a secret (`Cookie`). Shorter ones may be common words and are masked only in place. */
const MIN_DERIVED_LENGTH = 8
/** Minimum length of other secrets: see `Masking`. */
const MIN_LENGTH = 4

/** The password of a Basic credential, which a server could echo in plain text. */
const passwordIn = (credential: string): string => {
  const text = Buffer.from(credential, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** The secrets in the value of a credential header: the whole value, the part after the scheme, and each cookie's value. */
const credentialsIn = (value: string): string[] => {
  const [scheme = '', ...rest] = value.split(' ')
  const credential = rest.join(' ')
  const cookies = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  const found = [value, credential, ...cookies].filter((text) => text.length >= MIN_DERIVED_LENGTH)
  return scheme.toLowerCase() === 'basic' ? [...found, passwordIn(credential)] : found
}

const secretParameters = (url: URL): string[] => {
  const found: string[] = []
  for (const [name, value] of url.searchParams)
    if (isSecretName(name) && value.length >= MIN_DERIVED_LENGTH) found.push(value)
  return found
}

/** What may stand before a secret in a template and form an escape with its first letters. */
const BEGUN_ESCAPE = /(?:%[\da-f]?|\\u?[\da-f]{0,3}|&#?x?[\da-f]{0,3})(?:%%|__|\{\{)/i

/** Secrets that a call sends as they are, so that its receiver may take them apart, or join them with what stands before. */
const sentBare = ({ call, browser, variables }: Job, secrets: readonly string[]): string[] => {
  const pages = browser?.steps.flatMap(({ url = '' }) => url) ?? []
  const texts = [call.url, call.body ?? '', ...pages].filter(mayHoldPlaceholder)
  if (secrets.length === 0 || texts.length === 0) return []
  const isJoined = texts.some((text) => BEGUN_ESCAPE.test(text))
  const sent = texts.flatMap(placeholdersIn).map((name) => variables[name] ?? '')
  return secrets.filter((secret) => (isJoined || mayChange(secret)) && sent.some((value) => value.includes(secret)))
}

/** An address without its fragment, which is not sent. */
const sentAddress = (url: URL): string => url.origin + url.pathname + url.search

/**
 * Masks the secrets of a job: those it names, and values sent in headers and parameters named like secrets, in all encodings that
 * `masker` knows.
 */
export class Secrecy {
  #filter: SecretFilter | null
  readonly #found: Set<string>
  /** Names that a person marked as secret, or whose value contains a secret. */
  readonly #marked: ReadonlySet<string>
  /** The secrets that the job itself holds. */
  readonly #own: readonly string[]
  /** These secrets, and the texts that receivers make of them. */
  readonly #ofOwn: Set<string>
  /** Addresses of the call, as sent, and as they are shown because a secret was parsed with them. */
  readonly #addresses = new Map<string, string>()

  constructor(job: Job, request: Request | null) {
    const found = new Set(job.secrets)
    const added = job.auth?.type === 'manual' ? [...job.auth.headers, ...job.auth.parameters] : []
    this.#marked = new Set([
      ...(job.secret_fields ?? []),
      ...(job.secret_variables ?? []),
      ...added.map(({ key }) => key),
    ])
    for (const [name, value] of Object.entries(job.variables))
      if (isSecretName(name) && value.length >= MIN_DERIVED_LENGTH) found.add(value)
    this.#own = [...found]
    for (const secret of this.#own) for (const form of formsReceived(secret)) found.add(form)
    for (const secret of sentBare(job, this.#own)) for (const part of partsOf(secret)) found.add(part)
    // Servers that read UTF-8 as Latin-1 echo secrets in this form.
    for (const secret of job.secrets) found.add(Buffer.from(secret).toString('latin1'))
    this.#ofOwn = new Set(found)
    this.#found = found
    this.#filter = null
    if (request) this.#take(request)
    this.#filter = this.#makeFilter()
    if (request) this.#learnAddress(job, request.url)
  }

  /** Masks from now on what a request carries too, such as the signature of a redirected one. */
  learn(request: Request): void {
    const known = this.#found.size
    this.#take(request)
    if (this.#found.size > known) this.#filter = this.#makeFilter()
  }

  /** Masks from now on the values of variables that are named like secrets. Returns whether there is one. */
  learnVariables(variables: Readonly<Record<string, string>>): boolean {
    const known = this.#found.size
    for (const [name, value] of Object.entries(variables))
      if (this.#isSecret(name) && value.length >= MIN_DERIVED_LENGTH && !value.includes(MASK)) this.#found.add(value)
    if (this.#found.size === known) return false
    this.#filter = this.#makeFilter()
    return true
  }

  /** Notes how the address of the call is shown if a secret is in it. */
  #learnAddress(job: Job, url: URL): void {
    if (!mayHoldPlaceholder(job.call.url) && !job.call.parameters.some(({ value }) => mayHoldPlaceholder(value))) return
    const isSecret = (name: string, value: string) => this.#isSecret(name) || this.holdsSecret(value)
    const shown = maskedAddress(job, isSecret, (marked) => this.#named(marked))
    if (shown === null) return
    this.#addresses.set(sentAddress(url), shown)
    // Parsers write hosts in lower case.
    const lower = this.#own.filter((secret) => !url.host.includes(secret)).map((secret) => secret.toLowerCase())
    const inHost = lower.filter((secret) => url.host.includes(secret))
    if (inHost.length === 0) return
    for (const secret of inHost) this.#found.add(secret)
    this.#filter = this.#makeFilter()
  }

  /**
   * Masks from now on what a redirect with a secret in its address leads to: the server wrote the secret there, and the parser may have
   * taken it apart.
   */
  learnRedirect(location: string, from: URL, target: URL): void {
    if (this.#filter === null) return
    const masked = this.#filter.mask(location)
    const base = this.maskAll(this.url(from))
    if (masked === location && !base.includes(MASK)) return
    const parts = masked === location ? [] : this.#own.flatMap(partsOf)
    for (const part of parts) {
      this.#ofOwn.add(part)
      this.#found.add(part)
    }
    if (parts.length > 0) this.#filter = this.#makeFilter()
    this.#addresses.set(
      sentAddress(target),
      maskedTarget(masked, base, (marked) => this.#named(marked)),
    )
  }

  /** Whether a request to this address would send a secret of the job in it: a short one counts where it is a whole part of the address. */
  isSentIn(target: URL): boolean {
    const sent = target.pathname + target.search
    const found = [...this.#ofOwn]
    const long = filterOf(found.filter(({ length }) => length >= MIN_DERIVED_LENGTH))
    if (this.isInHost(target) || (long !== null && long.mask(sent) !== sent)) return true
    const short = filterOf(found.filter(({ length }) => length >= MIN_LENGTH && length < MIN_DERIVED_LENGTH))
    return short !== null && sent.split(/[/?&=;]/).some((part) => short.mask(part) === MASK)
  }

  /** Whether a secret of the job is part of a host, which parsers write in lower case. */
  isInHost({ host }: URL): boolean {
    return this.#own.some((secret) => secret.length >= MIN_DERIVED_LENGTH && host.includes(secret.toLowerCase()))
  }

  #take({ headers, url }: Request): void {
    for (const { key, value } of headers)
      if (isSecretName(key)) for (const credential of credentialsIn(value)) this.#found.add(credential)
    for (const value of secretParameters(url)) this.#found.add(value)
  }

  #makeFilter(): SecretFilter | null {
    return filterOf([...this.#found].filter((secret) => secret.length >= MIN_LENGTH))
  }

  readonly holdsSecret = (text: string): boolean => this.#filter !== null && this.#filter.mask(text) !== text

  /**
   * Masks all texts within a value. Nearly always, one search through all texts together shows that there is no secret.
   */
  maskAll<T>(value: T): T {
    if (this.#filter === null) return value
    const all = textsIn(value, []).join('\0')
    return this.#filter.mask(all) === all ? value : mapTexts(value, this.#filter.mask)
  }

  #isSecret(name: string): boolean {
    return isSecretName(name) || this.#marked.has(name)
  }

  /** Masks request headers. Values of headers named like secrets are masked entirely, and so are invalid names. */
  pairs(pairs: readonly Pair[]): Pair[] {
    return pairs.map(({ key, value }) => ({
      key: isHeaderName(key) ? key : MASK,
      value: this.#isSecret(key) ? MASK : value,
    }))
  }

  /** Masks a URL. Values of parameters named like secrets are masked entirely, and so are secrets that were parsed with it. */
  url(url: URL): string {
    const sent = sentAddress(url)
    for (const [known, shown] of this.#addresses) {
      const rest = sent.startsWith(known) ? sent.slice(known.length) : null
      if (rest === '') return shown
      // An auth setting adds parameters at the end.
      if (rest !== null && /^[?&]/.test(rest))
        return (
          shown +
          rest.charAt(0) +
          this.#named(new URL(`?${rest.slice(1)}`, url.origin))
            .split('?')
            .slice(1)
            .join('?')
        )
    }
    return this.#named(url)
  }

  /** An address with masks for the values of parameters that are named like secrets. */
  #named(url: URL): string {
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

  /** Masks a truncated text: see `SecretFilter`. */
  cutText(text: string): string {
    return this.#filter?.cutText(text) ?? text
  }

  /** Quotes the beginning of a text. It is masked before it is cut, so that no secret is split. */
  readonly quote = (text: string, most: number): string => {
    const masked = this.#filter?.mask(this.#filter.cutText(text)) ?? text
    return JSON.stringify(masked.slice(0, most))
  }

  /** Masks binary data: see `SecretFilter`. */
  bytes(bytes: Buffer, isCut: boolean): Buffer {
    return this.#filter?.blank(bytes, isCut) ?? bytes
  }

  /** Masks a body that arrives in pieces: see `SecretFilter`. */
  pieces(source: AsyncIterable<Buffer>, isText: boolean): AsyncIterable<Buffer> {
    return this.#filter?.maskPieces(source, isText) ?? source
  }

  /** Whether the job has secrets. */
  get isNeeded(): boolean {
    return this.#filter !== null
  }
}

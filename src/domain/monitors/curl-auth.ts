import { toBase64 } from '../core/base64.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import type { CurlOptions } from './curl-options.ts'

/** The header `Authorization`, null for none, and what becomes of a name and password that are not in it, in sentences. */
type CurlAuth = { readonly header: string | null; readonly notes: readonly string[] }

/**
 * Decides how a call signs in. A name and password become a header only where curl would send them so at once: as Basic. `credentials`
 * are those of the URL.
 */
export const authOf = (options: CurlOptions, credentials: string | null): CurlAuth => {
  const user = options.user ?? credentials
  const isReplaced = options.headers.some((line) => /^authorization\s*[:;]/i.test(line))
  const other = isReplaced ? 'the header Authorization' : options.bearer === null ? null : '--oauth2-bearer'
  const bearer = isReplaced || options.bearer === null ? null : `Bearer ${options.bearer}`
  const scheme = otherScheme(options)
  if (user === null) return { header: bearer, notes: scheme === null ? [] : [`${scheme} ${NO_USER}`] }
  const unsent = (why: string): CurlAuth => ({
    header: bearer,
    notes: [`The name and password for the service are not sent: ${why}`],
  })
  if (scheme !== null) return unsent(`${scheme} ${INSTEAD[scheme]?.(options) ?? BY_NOTHING}`)
  if (other !== null) return unsent(`${other} takes their place.`)
  if (hasPlaceholder(user)) return unsent(`variables in them cannot be encoded. ${BY_BASIC}`)
  if (user.includes(':')) return { header: basic(user), notes: [] }
  return {
    header: basic(`${user}:`),
    notes: ['curl would ask for the password of --user: the monitor sends an empty one.'],
  }
}

const basic = (user: string): string => `Basic ${toBase64(new TextEncoder().encode(user))}`

/** The option that has curl sign in otherwise than by Basic; null if there is none. */
const otherScheme = ({ schemes, sigv4 }: CurlOptions): string | null =>
  sigv4 === null ? (schemes.length === 0 ? null : `--${schemes.at(-1)}`) : '--aws-sigv4'

const NO_USER = 'is ignored: it needs a name and password (--user).'
const BY_BASIC = 'Choose an auth setting of the type “Basic”.'
const BY_NOTHING =
  'would prove them in a way that no auth setting does. If the service also takes Basic, choose an auth setting of the type “Basic”.'

/** What would do the same as an option, after its name. */
const INSTEAD: Readonly<Record<string, (options: CurlOptions) => string>> = {
  '--aws-sigv4'({ sigv4 }) {
    const [, , region = '', service = ''] = (sigv4 ?? '').split(':')
    const fields = [region && `region ${region}`, service && `service ${service}`].filter((field) => field !== '')
    const where = fields.length === 0 ? '' : ` (${fields.join(', ').slice(0, 100)})`
    return `would sign the call with them. Choose an auth setting of the type “AWS signature”${where}, with a token of them.`
  },
  '--anyauth': () => `would send them in the way that the service asks for. If that is Basic: ${BY_BASIC}`,
}

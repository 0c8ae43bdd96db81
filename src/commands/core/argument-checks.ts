import { placeIn, tlsNameIn } from '../../domain/core/detour.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { isUrlWithVariables } from '../../domain/core/placeholders.ts'
import { type Problem, saysOf } from '../../domain/core/problem.ts'
import { hasUserInfo, isWebAddress } from '../../domain/core/web-address.ts'
import { isTimeZone } from '../../domain/core/zone-time.ts'
import { methodOf } from '../../domain/monitors/methods.ts'
import type { World } from './world.ts'

/**
 * A value that the server would refuse: the reason as a sentence, and the value that may be meant. `isCertain`: nothing else can be.
 * `isLacking`: it needs another value beside it, which may just not be typed yet.
 */
export type Unfit = {
  readonly sentence: string
  readonly instead?: string
  readonly isCertain?: boolean
  readonly isLacking?: boolean
}

/** Says of a text why it cannot be the value of an argument, beside the arguments read so far; null where it can. */
export type ArgumentCheck = (text: string, args: Readonly<Record<string, unknown>>, world: World) => Unfit | null

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** A host as people write it without a scheme: with a dot, a port, or the one of this machine. */
const IS_HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(?::\d+)?(?:[/?#]|$)/i
/** Hosts without a name that a certificate could be for. */
const IS_LOCAL = /^(?:localhost|[\d.]+|[\w-]+)(?:[:/?#]|$)/i

/** The address that a text without a scheme may mean; none where it is not one either. */
const withScheme = (text: string): { readonly instead?: string } => {
  if (HAS_SCHEME.test(text) || !IS_HOST.test(text)) return {}
  const instead = `${IS_LOCAL.test(text) ? 'http' : 'https'}://${text}`
  return isWebAddress(instead) ? { instead } : {}
}

const address =
  (isAddress: (text: string) => boolean): ArgumentCheck =>
  (given) => {
    const text = given.trim()
    if (hasUserInfo(text)) return { sentence: 'An address must not contain a user name or password.' }
    if (isAddress(text)) return null
    const { instead } = withScheme(text)
    return instead === undefined
      ? { sentence: `“${text}” is not an address, such as https://shop.example/cart.` }
      : { sentence: `“${text}” has no http:// or https:// before it.`, instead, isCertain: true }
  }

/** A web address in which variables may stand, as of a monitor. */
const addressWithVariables = address(isUrlWithVariables)

/** A web address without variables. */
export const plainAddress = address(isWebAddress)

/** An email address. */
export const emailAddress: ArgumentCheck = (text) =>
  isEmailAddress(text.trim()) ? null : { sentence: `“${text}” is not an email address.` }

/** The name of a time zone. */
export const timeZone: ArgumentCheck = (text) =>
  isTimeZone(text) ? null : { sentence: `“${text}” is not a time zone, such as Europe/Berlin.` }

/** An HTTP method. */
const method: ArgumentCheck = (text) =>
  methodOf(text) === null
    ? { sentence: `“${text}” is not an HTTP method that a call can use, such as GET or PURGE.` }
    : null

/** A host, perhaps with a port; an empty text is none. */
const place: ArgumentCheck = (text) =>
  text.trim() === '' || placeIn(text) !== null
    ? null
    : { sentence: `“${text}” is not a host, or host:port, such as staging.example.com:8443.` }

/** A host; an empty text is none. */
const host: ArgumentCheck = (text) =>
  text.trim() === '' || tlsNameIn(text) !== null
    ? null
    : { sentence: `“${text}” is not a host without a port, such as api.example.com.` }

/** The check of an argument by the rule that its form has for a text of a field; an empty text clears the field. */
export const byRule =
  (field: string, problemsOf: (text: string) => readonly Problem[]): ArgumentCheck =>
  (text) => {
    const found = text === '' ? undefined : problemsOf(text).find((each) => each.field === field)
    const says = found && saysOf(found)
    return says === undefined
      ? null
      : { sentence: `“${text}” cannot be the ${field.replaceAll('_', ' ')}, which ${says}` }
  }

const OF_NAMES: Readonly<Record<string, ArgumentCheck>> = {
  url: addressWithVariables,
  email: emailAddress,
  timezone: timeZone,
  method,
  connect_to: place,
  tls_name: host,
}

/** The check of an argument of a name, wherever it stands; null where any text will do. */
export const checkFor = (key: string): ArgumentCheck | null =>
  Object.hasOwn(OF_NAMES, key) ? (OF_NAMES[key] ?? null) : null

import { addressName } from '../core/address-name.ts'

const SHARED = '/federated/callback'

type CallbackOwner = { readonly issuer: string; readonly own_callback: boolean }

/**
 * The last step of a provider's own callback path; null where it shares the path without one. It follows from the issuer alone, so that it
 * can be registered at the provider before the provider is added here, and so that no two issuers have the same.
 */
export const callbackName = ({ issuer, own_callback }: CallbackOwner): string | null =>
  own_callback ? addressName(issuer) : null

/** The path to which a provider leads back. */
export const callbackPath = (provider: CallbackOwner): string => {
  const name = callbackName(provider)
  return name === null ? SHARED : `${SHARED}/${name}`
}

/**
 * Providers that share the callback path with another issuer, of those that are on the sign-in page. One of them can lead a person on to
 * another, whose answer then counts as its own (the mix-up attack of RFC 9700, section 4.4).
 */
export const sharingCallback = <Row extends CallbackOwner & { readonly enabled: boolean }>(
  providers: readonly Row[],
): Row[] => {
  const sharing = providers.filter(({ enabled, own_callback }) => enabled && !own_callback)
  const issuers = new Set(sharing.map(({ issuer }) => addressName(issuer)))
  return issuers.size > 1 ? sharing : []
}

/** Providers with which one shares its callback path, except for those of the same issuer. */
export const sharersOf = <Row extends CallbackOwner & { readonly id: string; readonly enabled: boolean }>(
  one: Row,
  all: readonly Row[],
): Row[] => {
  const sharing = sharingCallback(all)
  return sharing.some(({ id }) => id === one.id)
    ? sharing.filter(({ issuer }) => addressName(issuer) !== addressName(one.issuer))
    : []
}

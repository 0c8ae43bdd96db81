import type { AnyEndpoint } from '../../contract/core/endpoint.ts'

/** Paths whose writes concern how a person or a program gets in: the own account, its sessions, and every kind of key. */
const OF_CREDENTIALS =
  /^\/api\/[23]\/(account\/(?!projects)|logout|api_keys\/|agents\/join-tokens\/|admin\/identity-providers\/|organizations\/\{org\}\/(service-accounts|key-service))/

/** Whether an endpoint is only for a person who is signed in: a connected application must not give itself a lasting way in. */
export const isInPerson = ({ route, effect }: AnyEndpoint): boolean =>
  effect !== 'read' && OF_CREDENTIALS.test(route.slice(route.indexOf(' ') + 1))

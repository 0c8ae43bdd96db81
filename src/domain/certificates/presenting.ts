import { secretOrigins } from '../secrets/secret-origins.ts'

/** The origin that a monitor's address leads to, where a certificate may be presented; undefined if a variable decides it, or without TLS. */
export const presentingOrigin = (url: string): string | undefined =>
  secretOrigins({ url, headers: [] }).find((origin) => origin.startsWith('https:'))

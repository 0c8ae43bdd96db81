import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'

type Tls = NonNullable<Shape<typeof detail>['tls']>

/** The certificate of a connection that expires first; `isOwn` if it is the server's own. */
export type SoonestCertificate = { readonly subject: string; readonly endsMs: number; readonly isOwn: boolean }

/**
 * Returns the certificate that expires first of those by which a server is verified, its root included: the connection fails as soon as one of
 * them expires. It is the server's own where a result lists no others, as of browser tests; null if no time is known.
 */
export const soonestCertificate = (tls: Tls | null | undefined): SoonestCertificate | null => {
  if (!tls) return null
  const own = { subject: tls.subject, endsMs: Date.parse(tls.not_after), isOwn: true }
  const others = (tls.certificates ?? [])
    .slice(1)
    .map(({ subject, not_after }) => ({ subject, endsMs: Date.parse(not_after), isOwn: false }))
  const [first] = [own, ...others]
    .filter(({ endsMs }) => !Number.isNaN(endsMs))
    .sort((one, two) => one.endsMs - two.endsMs)
  return first ?? null
}

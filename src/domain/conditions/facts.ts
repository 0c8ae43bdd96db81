import type { Outcome } from './outcome.ts'
import { soonestCertificate } from './soonest-certificate.ts'
import type { Value } from './values.ts'

type Fact = { readonly words: string; readonly of: (outcome: Outcome) => Value }
type Facts = Readonly<Record<string, Fact>>

const DAY_MS = 86_400_000

const daysLeft = ({ tls, startedMs }: Outcome): Value => {
  const soonest = soonestCertificate(tls)
  return soonest === null || startedMs === undefined ? undefined : Math.floor((soonest.endsMs - startedMs) / DAY_MS)
}

/** Subjects of the verified chain; results of older agents list them only where a condition asked for them. */
const chainOf = ({ tls }: Outcome): Value => tls?.chain ?? tls?.certificates?.map(({ subject }) => subject)

const known = (text: string | undefined): Value => (text === undefined || text === '' ? undefined : text)

/** Facts of the connection's TLS that a condition can test. */
export const TLS_FACTS: Facts = {
  days_to_expiry: { words: 'days until the first certificate of the chain expires', of: daysLeft },
  version: { words: 'TLS version', of: ({ tls }) => known(tls?.version) },
  issuer: { words: 'issuer of the certificate', of: ({ tls }) => known(tls?.issuer) },
  subject: { words: 'subject of the certificate', of: ({ tls }) => known(tls?.subject) },
  chain: { words: 'certificate chain, from the server’s certificate to the root', of: chainOf },
  // The name that the fact has elsewhere.
  protocol: { words: 'TLS version', of: ({ tls }) => known(tls?.version) },
}

/** Facts of the redirects that were followed. */
export const REDIRECT_FACTS: Facts = {
  count: { words: 'number of redirects', of: ({ redirects }) => redirects },
  url: { words: 'final address', of: ({ url }) => known(url) },
}

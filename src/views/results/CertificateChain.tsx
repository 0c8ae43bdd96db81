import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Evidence } from './full-result.ts'

type Certificates = NonNullable<NonNullable<Evidence['tls']>['certificates']>
type Certificate = Certificates[number]

const Validity = ({ certificate, atMs }: { certificate: Certificate; atMs: number }) => {
  const { not_before: from, not_after: until } = certificate
  const isEarly = Date.parse(from) > atMs
  const isPast = Date.parse(until) < atMs
  return (
    <p className={isEarly || isPast ? 'bad small' : 'muted small'}>
      {isEarly ? 'Valid only from ' : isPast ? 'Expired ' : 'Valid to '}
      <Time at={isEarly ? from : until} as="full" />
    </p>
  )
}

/**
 * The certificates by which the server is verified, from its own to the root, each with its validity at the time of the run. Each is issued
 * by the next; of the last, the issuer is named where it is another.
 */
export const CertificateChain = ({ certificates, atMs }: { certificates: Certificates; atMs: number }) => (
  <section className="stack" aria-label="Certificates">
    <h3 className="muted small">Certificates</h3>
    <KeyValues
      items={certificates.map((certificate, position) => {
        const { subject, issuer } = certificate
        const isRoot = subject === issuer
        return {
          // Rows of the list have different names.
          name: position === 0 ? 'Server' : isRoot ? 'Root' : `Intermediate ${position}`,
          value: (
            <>
              <p className="mono">{subject}</p>
              {position === certificates.length - 1 && !isRoot && (
                <p className="muted small">Issued by {issuer}, which is missing here</p>
              )}
              <Validity certificate={certificate} atMs={atMs} />
            </>
          ),
        }
      })}
    />
  </section>
)

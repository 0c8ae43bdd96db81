import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Evidence } from './full-result.ts'

type Certificates = NonNullable<NonNullable<Evidence['tls']>['certificates']>

/** The certificates by which the server is verified, from its own to the root: issuer and validity of each. */
export const CertificateChain = ({ certificates }: { certificates: Certificates }) => {
  if (certificates.length === 0) return null
  return (
    <>
      <h3 className="muted small">Certificate chain</h3>
      <KeyValues
        items={certificates.map(({ subject, issuer, not_before, not_after }, position) => ({
          // Rows of the list have different names.
          name: position === 0 ? 'Server' : subject === issuer ? 'Root' : `Intermediate ${position}`,
          value: (
            <>
              <p className="mono">{subject}</p>
              <p className="muted small">
                Issued by {issuer}, valid <Time at={not_before} as="full" /> to <Time at={not_after} as="full" />
              </p>
            </>
          ),
        }))}
      />
    </>
  )
}

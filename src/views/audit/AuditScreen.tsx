import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { AuditList, type AuditScope } from './AuditList.tsx'

import { Verdict } from './Verdict.tsx'

const LEAD = 'Who did what, when and from where.'

/** The log of the project; for site admins also what belongs to none, such as sign-ins. */
const AuditScreen = () => {
  const { search } = useCurrentRoute()
  const { site } = useWorld()
  useTitle()
  const { verify } = search
  const scope: AuditScope = { of: site.admin && search.scope === 'installation' ? 'installation' : 'project' }
  return (
    <>
      <PageHead
        title="Audit"
        lead={LEAD}
        actions={
          <>
            {scope.of === 'project' && <Act command="audit.download" icon="download" className="hide-s" />}
            <Act
              command={scope.of === 'project' ? 'audit.verify' : 'audit.verify-installation'}
              kind="primary"
              icon="conformance"
              label={scope.of === 'project' ? 'Verify' : 'Verify all'}
            />
          </>
        }
      />
      {site.admin && (
        <div className="row">
          <SegmentedLinks
            label="Whose entries"
            places={[
              { to: 'audit', label: 'This project', current: scope.of === 'project' },
              {
                to: 'audit',
                search: { scope: 'installation' },
                label: 'Sign-ins, accounts, agents',
                current: scope.of === 'installation',
              },
            ]}
          />
        </div>
      )}
      {(verify === 'project' || (verify === 'installation' && site.admin)) && <Verdict key={verify} of={verify} />}
      <AuditList key={scope.of} scope={scope} />
    </>
  )
}

export default AuditScreen

import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { AuditList } from './AuditList.tsx'

/** What was done in all projects of an organization; for its ADMINs. */
const OrganizationAuditScreen = () => {
  const { params } = useCurrentRoute()
  const id = params.orgId ?? ''
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === id)?.name
  useTitle(name)
  return (
    <>
      <PageHead title={`Audit of ${name ?? 'the organization'}`} lead="Entries of all its projects." />
      <AuditList key={id} scope={{ of: 'organization', id }} />
    </>
  )
}

export default OrganizationAuditScreen

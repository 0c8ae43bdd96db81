import { entryWords, kindWords } from '../../domain/audit/audit-words.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { AuditList } from './AuditList.tsx'

/** All that was done to one thing, also after it was deleted. */
const ResourceAuditScreen = () => {
  const { params } = useCurrentRoute()
  const id = params.resourceId ?? ''
  const newest = useResource('audit.list-of-resource', { params: { id }, query: { limit: 1 } }).data?.results[0]
  const name = newest?.resource.name ?? null
  useTitle(name ?? undefined)
  return (
    <>
      <PageHead
        title={name ?? 'Audit of one resource'}
        lead={newest && `${kindWords(newest.resource.type)} · last: ${entryWords(newest)}`}
        actions={
          <Go to="audit" className={buttonClass({ kind: 'secondary' })}>
            Whole audit log
          </Go>
        }
      />
      <AuditList key={id} scope={{ of: 'resource', id }} />
    </>
  )
}

export default ResourceAuditScreen

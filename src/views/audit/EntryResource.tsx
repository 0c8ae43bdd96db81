import { hasFlag } from '../../commands/core/addresses.ts'
import { kinds } from '../../commands/kinds.ts'
import { kindOfAuditedType } from '../../contract/kinds.ts'
import { kindWords } from '../../domain/audit/audit-words.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import type { Entry } from './audit-entry.ts'

/** The resource of an entry, as a link where it still exists and has a screen that every reader of the log may open. */
export const EntryResource = ({ entry: { resource, action } }: { entry: Entry }) => {
  const { type, id, name } = resource
  const words = name ?? kindWords(type)
  const kind = kindOfAuditedType(type)
  const { routes, parameter } = kind ? kinds[kind] : { routes: null, parameter: null }
  const isGone = /\.(delete|remove|revoke)$/.test(action)
  if (isGone || !routes?.one || parameter === null || hasFlag(routes.one, 'siteAdminOnly')) return <>{words}</>
  return (
    <LinkTo to={routes.one} params={{ [parameter]: id }}>
      {words}
    </LinkTo>
  )
}

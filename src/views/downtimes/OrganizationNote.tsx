import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { downtimeWords } from '../../domain/downtimes/downtime-words.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { type OrganizationDowntimeRow, useOrganizationDowntimes } from './use-organization-downtimes.ts'

/** Downtimes that are named before the rest is counted. */
const NAMED = 3

const wordsOf = (row: OrganizationDowntimeRow): string => `“${row.name}”, ${downtimeWords(downtimeOf(row))}`

/** Says which downtimes of the organization apply to all schedules of the project; nothing without any. */
export const OrganizationNote = () => {
  const rows = useOrganizationDowntimes().filter(({ status }) => status !== 'past')
  const [first] = rows
  if (!first) return null
  const more = rows.length - NAMED
  return (
    <Notice kind="info" title={`Downtimes of ${first.organization.name} apply to all schedules.`}>
      {`${rows.slice(0, NAMED).map(wordsOf).join('. ')}${more > 0 ? `, and ${more} more` : ''}. ADMINs of the organization manage them.`}
    </Notice>
  )
}

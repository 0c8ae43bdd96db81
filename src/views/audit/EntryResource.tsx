import { kindWords } from '../../domain/audit/audit-words.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Entry } from './audit-entry.ts'

/** What it was done to, as a link where it is still there. */
export const EntryResource = ({ entry: { resource, action } }: { entry: Entry }) => {
  const { type, id, name } = resource
  const words = name ?? kindWords(type)
  if (/\.(delete|remove|revoke)$/.test(action)) return <>{words}</>
  if (type === 'monitor')
    return (
      <Go to="monitor" params={{ callId: id }}>
        {words}
      </Go>
    )
  if (type === 'schedule')
    return (
      <Go to="schedule" params={{ scheduleId: id }}>
        {words}
      </Go>
    )
  if (type === 'webhook')
    return (
      <Go to="webhook" params={{ webhookId: id }}>
        {words}
      </Go>
    )
  return <>{words}</>
}

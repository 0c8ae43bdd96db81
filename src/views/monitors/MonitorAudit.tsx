import { AuditList } from '../audit/AuditList.tsx'
import type { Monitor } from './monitor-list.ts'

/** What was done to one monitor. */
export const MonitorAudit = ({ monitor }: { monitor: Monitor }) => (
  <AuditList scope={{ of: 'resource', id: monitor.id }} />
)

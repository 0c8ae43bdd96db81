import type { Monitor } from '../monitors/monitor-list.ts'
import { AuditList } from './AuditList.tsx'

/** What was done to one monitor. */
export const MonitorAudit = ({ monitor }: { monitor: Monitor }) => (
  <AuditList scope={{ of: 'resource', id: monitor.id }} />
)

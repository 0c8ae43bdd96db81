import { AuditList } from '../audit/AuditList.tsx'
import type { Monitor } from './monitor-list.ts'

/** Audit entries of one monitor. */
export const MonitorAudit = ({ monitor }: { monitor: Monitor }) => (
  <AuditList scope={{ of: 'resource', id: monitor.id }} />
)

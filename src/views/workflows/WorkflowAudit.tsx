import { AuditList } from '../audit/AuditList.tsx'
import type { Workflow } from './workflow-list.ts'

/** Audit entries of one workflow. */
export const WorkflowAudit = ({ workflow }: { workflow: Workflow }) => (
  <AuditList scope={{ of: 'resource', id: workflow.id }} />
)

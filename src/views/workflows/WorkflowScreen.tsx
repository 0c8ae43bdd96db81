import { type ComponentType, useMemo, useRef } from 'react'
import type { RouteName } from '../../commands/routes.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Gone } from '../kit/detail/Gone.tsx'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { NewWorkflow } from './NewWorkflow.tsx'
import { WorkflowAdvanced } from './WorkflowAdvanced.tsx'
import { WorkflowAudit } from './WorkflowAudit.tsx'
import { WorkflowEdit } from './WorkflowEdit.tsx'
import { WorkflowHead } from './WorkflowHead.tsx'
import { WorkflowResults } from './WorkflowResults.tsx'
import { WorkflowSchedules } from './WorkflowSchedules.tsx'
import { WorkflowSummary } from './WorkflowSummary.tsx'
import type { Workflow } from './workflow-list.ts'

const TABS: Partial<Record<RouteName, ComponentType<{ workflow: Workflow }>>> = {
  workflow: WorkflowSummary,
  'workflow-edit': WorkflowEdit,
  'workflow-advanced': WorkflowAdvanced,
  'workflow-results': WorkflowResults,
  'workflow-schedules': WorkflowSchedules,
  'workflow-audit': WorkflowAudit,
}

/** A workflow as the list has it until it is loaded. */
const useWorkflow = (id: string) => {
  const read = useResource('workflow.read', { params: { id } })
  const list = useResource('workflow.list', {})
  const listed = useMemo(() => list.data?.results.find((row) => row.id === id), [list.data, id])
  return { ...read, data: read.data ?? (read.status === 'failed' ? undefined : listed) }
}

const OneWorkflow = ({ id, name }: { id: string; name: RouteName }) => {
  const { data, status, error, refetch } = useWorkflow(id)
  useTitle(data?.meta.name)
  const slow = useSlow(status === 'pending' && !data)
  const Tab = TABS[name] ?? WorkflowSummary
  const wasThere = useRef(false)
  if (data) wasThere.current = true
  if (!data) {
    if (wasThere.current && status === 'notSet')
      return <Gone sentence="This workflow was deleted." back={{ to: 'workflows', label: 'Workflows' }} />
    if (error)
      return <LoadError page error={error} refetch={refetch} back={{ to: 'workflows', label: 'All workflows' }} />
    return slow ? <Loading label="Workflow" /> : null
  }
  return (
    <>
      <WorkflowHead workflow={data} />
      <Tab key={`${id} ${name}`} workflow={data} />
    </>
  )
}

/** A workflow under its tabs, and the form for a new one. */
const WorkflowScreen = () => {
  const { name, params } = useCurrentRoute()
  const { workflowId = '' } = params
  return name === 'new-workflow' ? <NewWorkflow /> : <OneWorkflow key={workflowId} id={workflowId} name={name} />
}

export default WorkflowScreen

import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { workflowColumns } from './workflow-columns.tsx'
import { workflowList } from './workflow-list.ts'

/** Workflows of the project. */
const WorkflowsScreen = () => {
  const listing = useListing(workflowList)
  const { data: schedules } = useResource('schedule.list', {})
  const columns = useMemo(() => {
    const names = new Map((schedules?.data ?? []).map(({ id, name }) => [id, name]))
    return workflowColumns((id) => names.get(id) ?? 'a schedule')
  }, [schedules])
  return <ListScreen listing={listing} columns={columns} />
}

export default WorkflowsScreen

import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { NewReport } from './NewReport.tsx'
import { ReportEdit } from './ReportEdit.tsx'
import { ReportView } from './ReportView.tsx'

const OneReport = ({ id, isEdited }: { id: string; isEdited: boolean }) => {
  const { data, status, error, refetch } = useResource('report.read', { params: { id } })
  useTitle(data?.meta.name)
  const slow = useSlow(status === 'pending' && !data)
  if (!data) {
    if (error) return <LoadError page error={error} refetch={refetch} back={{ to: 'reports', label: 'All reports' }} />
    return slow ? <Loading label="Report" /> : null
  }
  return isEdited ? <ReportEdit report={data} /> : <ReportView report={data} />
}

/** A report, its form, and the form of a new one. */
const ReportScreen = () => {
  const { name, params } = useCurrentRoute()
  const { reportId = '' } = params
  if (name === 'new-report') return <NewReport />
  return <OneReport key={reportId} id={reportId} isEdited={name === 'report-edit'} />
}

export default ReportScreen

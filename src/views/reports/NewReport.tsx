import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ReportForm } from './ReportForm.tsx'
import { reportForm } from './report-form.ts'

/** Form of a new report. */
export const NewReport = () => {
  const world = useWorld()
  useTitle('New report')
  const form = useRecordForm({
    table: reportForm,
    key: 'report:new',
    base: reportForm.blank,
    async save(body, { world }) {
      const row = await world.call('report.create', { body })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: ({ id }) => world.go('report', { reportId: id }),
    laterKey: (row) => `report:${row.id}`,
  })
  return (
    <>
      <PageHead title="New report" />
      <ReportForm form={form} />
    </>
  )
}

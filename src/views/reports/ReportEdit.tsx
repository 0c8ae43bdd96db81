import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ReportForm } from './ReportForm.tsx'
import { reportForm } from './report-form.ts'
import type { Report } from './report-list.ts'

/** Edits a report. A save over a version that is no longer the stored one is refused. */
export const ReportEdit = ({ report }: { report: Report }) => {
  const { id, meta } = report
  const world = useWorld()
  const form = useRecordForm({
    table: reportForm,
    key: `report:${id}`,
    base: reportForm.formOf(report),
    versions: {
      version: meta.last_update,
      versionOf: (row: Report) => row.meta.last_update,
      reread: () => world.call('report.read', { params: { id } }),
    },
    save: async (body, { world, version }) => {
      const row = await world.call('report.update', { params: { id }, body: { ...body, if_last_update: version } })
      world.tell(`“${row.meta.name}” saved`)
      return row
    },
  })
  return (
    <>
      <PageHead
        title={meta.name}
        actions={
          <Go to="report" params={{ reportId: id }} className={buttonClass({ kind: 'secondary' })}>
            Show report
          </Go>
        }
      />
      <ReportForm form={form} />
    </>
  )
}

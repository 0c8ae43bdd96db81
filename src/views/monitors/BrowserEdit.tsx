import type { BrowserMonitor } from '../../domain/monitors/monitor-address.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { BrowserTestForm } from './BrowserTestForm.tsx'
import { type BrowserTestRow, browserTable, flatOf } from './browser-form.ts'

/** Edits a browser test. */
export const BrowserEdit = ({ monitor }: { monitor: BrowserMonitor }) => {
  const world = useWorld()
  const { id } = monitor
  const form = useRecordForm({
    table: browserTable,
    key: `monitor:${id}`,
    base: browserTable.formOf(flatOf(monitor)),
    versions: versionsOf(flatOf(monitor), () => world.call('browser-test.read', { params: { id } })),
    async save(body, { world, version: if_last_update }) {
      const row = await world.call('browser-test.update', { params: { id }, body: { ...body, if_last_update } })
      world.tell(`“${row.name}” saved`)
      return row
    },
  })
  return <BrowserTestForm form={form} monitorId={id} />
}

/** Form of a new browser test. */
export const NewBrowserTest = () => {
  const world = useWorld()
  useTitle('New browser test')
  const form = useRecordForm({
    table: browserTable,
    key: 'browser-test:new',
    base: browserTable.blank,
    async save(body, { world }) {
      const row: BrowserTestRow = await world.call('browser-test.create', { body })
      world.tell(`“${row.name}” created`)
      return row
    },
    leave: (row) => 'id' in row && typeof row.id === 'string' && world.go('monitor', { callId: row.id }),
  })
  return (
    <>
      <PageHead title="New browser test" />
      <BrowserTestForm form={form} monitorId={null} />
    </>
  )
}

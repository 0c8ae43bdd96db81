import { useMemo, useState } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { DowntimeForm } from './DowntimeForm.tsx'
import { StatusBadge } from './downtime-columns.tsx'
import { downtimeForm, editedTimes, newDowntimeForm } from './downtime-form.ts'
import { type DowntimeRow, useDowntimes } from './use-downtimes.ts'

/** Form of a new downtime. The address may name the schedule that it is made for. */
const NewDowntime = () => {
  const world = useWorld()
  const { schedule = '' } = useCurrentRoute().search
  const [base] = useState(() => newDowntimeForm(schedule, Date.now()))
  useTitle('New downtime')
  const form = useRecordForm({
    table: downtimeForm,
    // A draft names its schedule: one that was left for another schedule stays there.
    key: `downtime:new:${schedule}`,
    base,
    async save(downtime, { world, form }) {
      const row = await world.call('downtime.create', { params: { id: form.schedule }, body: { downtime } })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: () => (schedule === '' ? world.go('downtimes') : world.go('schedule-downtimes', { scheduleId: schedule })),
    laterKey: (row) => `downtime:${row.id}`,
  })
  return (
    <>
      <PageHead title="New downtime" />
      <DowntimeForm form={form} />
    </>
  )
}

const EditDowntime = ({ row }: { row: DowntimeRow }) => {
  const world = useWorld()
  const { id, meta } = row
  useTitle(meta.name)
  const form = useRecordForm({
    table: downtimeForm,
    key: `downtime:${id}`,
    base: downtimeForm.formOf(row),
    versions: versionsOf(row, () => world.call('downtime.read', { params: { id } })),
    async save({ name }, { world, changed, form, version: if_last_update }) {
      const downtime = { name, ...editedTimes(form, changed) }
      const saved = await world.call('downtime.update', { params: { id }, body: { downtime, if_last_update } })
      world.tell(`“${saved.meta.name}” saved`)
      return saved
    },
  })
  return (
    <>
      <PageHead
        title={meta.name}
        badge={<StatusBadge row={row} look="soft" />}
        actions={<Act command="downtime.remove" args={{ downtime: id }} icon="trash" />}
      />
      <DowntimeForm form={form} />
    </>
  )
}

/** A downtime, as the list has it until it is loaded. */
const useDowntime = (id: string) => {
  const read = useResource('downtime.read', { params: { id } })
  const rows = useDowntimes()
  const listed = useMemo(() => rows.find((row) => row.id === id), [rows, id])
  return { ...read, data: read.data ?? (read.status === 'failed' ? undefined : listed) }
}

const OneDowntime = ({ id }: { id: string }) => {
  const downtime = useDowntime(id)
  return (
    <Loaded of={downtime} label="Downtime">
      {(row) => <EditDowntime row={row} />}
    </Loaded>
  )
}

/** A downtime's page, and the form for a new one. */
const DowntimeScreen = () => {
  const { name, params } = useCurrentRoute()
  const { downtimeId = '' } = params
  return name === 'new-downtime' ? <NewDowntime /> : <OneDowntime key={downtimeId} id={downtimeId} />
}

export default DowntimeScreen

import { useMemo } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { InDowntime } from '../downtimes/DowntimeBadge.tsx'
import { ScheduleDowntimes } from '../downtimes/ScheduleDowntimes.tsx'
import { covering, useDowntimes } from '../downtimes/use-downtimes.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import { NeverRunsBadge } from './NeverRunsBadge.tsx'
import { NextRun } from './NextRun.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { newScheduleForm, type Schedule, scheduleForm } from './schedule-form.ts'
import { useScheduleLocations } from './use-schedule-locations.ts'

/** Form of a new schedule. The address may name the monitor that it is made for. */
const NewSchedule = () => {
  const world = useWorld()
  const { monitor = '' } = useCurrentRoute().search
  useTitle('New schedule')
  const form = useRecordForm({
    table: scheduleForm,
    key: 'schedule:new',
    base: newScheduleForm(monitor === '' ? [] : [monitor]),
    async save(body, { world }) {
      const row = await world.call('schedule.create', { body })
      world.tell(`“${row.name}” created`)
      return row
    },
    leave: () => (monitor === '' ? world.go('schedules') : world.go('monitor-schedules', { callId: monitor })),
    laterKey: (row) => `schedule:${row.id}`,
  })
  return (
    <>
      <PageHead title="New schedule" />
      <ScheduleForm form={form} />
    </>
  )
}

const ScheduleHead = ({ schedule }: { schedule: Schedule }) => {
  const { name } = useCurrentRoute()
  const places = useScheduleLocations()
  const downtimes = covering(useDowntimes(), schedule.id).length
  const args = { schedule: schedule.id }
  const params = { scheduleId: schedule.id }
  return (
    <>
      <PageHead
        title={schedule.name}
        badge={
          schedule.enabled ? (
            <>
              <NeverRunsBadge schedule={schedule} />
              <InDowntime scheduleIds={[schedule.id]} />
            </>
          ) : (
            <Badge category="SKIPPED" word="Paused" look="soft" />
          )
        }
        lead={
          schedule.enabled && schedule.never_runs.length === 0 ? (
            <NextRun lead="Next run" schedule={schedule} places={places} />
          ) : undefined
        }
        actions={
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[{ command: 'schedule.remove', args, icon: 'trash', danger: true }]}
            />
            {schedule.enabled ? (
              <Act command="schedule.pause" args={args} icon="pause" />
            ) : (
              <Act command="schedule.resume" args={args} icon="play" />
            )}
          </>
        }
      />
      <Tabs
        label="Schedule"
        tabs={[
          { to: 'schedule', params, label: 'Edit', current: name === 'schedule' },
          {
            to: 'schedule-targets',
            params,
            label: 'Targets',
            count: schedule.targets.length,
            current: name === 'schedule-targets',
          },
          {
            to: 'schedule-downtimes',
            params,
            label: 'Downtimes',
            count: downtimes > 0 ? downtimes : null,
            current: name === 'schedule-downtimes',
          },
        ]}
      />
    </>
  )
}

const Editor = ({ schedule, only }: { schedule: Schedule; only?: 'targets' }) => {
  const world = useWorld()
  const { id } = schedule
  const form = useRecordForm({
    table: scheduleForm,
    key: `schedule:${id}`,
    base: scheduleForm.formOf(schedule),
    versions: versionsOf(schedule, () => world.call('schedule.read', { params: { id } })),
    async save({ targets, ...rest }, { world, changed, version: if_last_update }) {
      // Thousands of ids are sent only where they changed.
      const body = changed.includes('targets') ? { ...rest, targets } : rest
      const row = await world.call('schedule.update', { params: { id }, body: { ...body, if_last_update } })
      world.tell(`“${row.name}” saved`)
      return row
    },
  })
  return <ScheduleForm form={form} stored={schedule} {...(only && { only })} />
}

/** A schedule, as the list has it until it is loaded. */
const useSchedule = (id: string) => {
  const read = useResource('schedule.read', { params: { id } })
  const list = useResource('schedule.list', {})
  const listed = useMemo(() => list.data?.data.find((row) => row.id === id), [list.data, id])
  return { ...read, data: read.data ?? (read.status === 'failed' ? undefined : listed) }
}

const OneSchedule = ({ id }: { id: string }) => {
  const { name } = useCurrentRoute()
  const { data, error, status, refetch } = useSchedule(id)
  useTitle(data?.name)
  const slow = useSlow(status === 'pending' && !data)
  if (!data) {
    if (error)
      return <LoadError page error={error} refetch={refetch} back={{ to: 'schedules', label: 'All schedules' }} />
    return slow ? <Loading label="Schedule" /> : null
  }
  return (
    <>
      <ScheduleHead schedule={data} />
      {name === 'schedule-downtimes' ? (
        <ScheduleDowntimes scheduleId={id} />
      ) : (
        <Editor key={name} schedule={data} {...(name === 'schedule-targets' && { only: 'targets' as const })} />
      )}
    </>
  )
}

/** One schedule under its tabs, and the form for a new one. */
const ScheduleScreen = () => {
  const { name, params } = useCurrentRoute()
  const { scheduleId = '' } = params
  return name === 'new-schedule' ? <NewSchedule /> : <OneSchedule key={scheduleId} id={scheduleId} />
}

export default ScheduleScreen

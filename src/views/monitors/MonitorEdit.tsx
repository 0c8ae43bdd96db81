import { useCallback, useMemo } from 'react'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import { useDraft } from '../core/use-draft.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { changedParts } from './form-changes.ts'
import { formProblems } from './form-problems.ts'
import { MonitorForm } from './MonitorForm.tsx'
import { conditionsOf, draftOf, formOf, type MonitorForm as MonitorFormValue } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'

const Editor = ({ monitor, judged }: { monitor: Monitor; judged: ConditionSet }) => {
  const world = useWorld()
  const { id } = monitor
  const { meta, request } = monitor
  // Live results make a new row of the monitor each time; the form is about what is stored of it alone.
  const stored = JSON.stringify([formOf({ meta, request }, judged)])
  const base = useMemo<MonitorFormValue>(() => JSON.parse(stored)[0], [stored])
  const save = useCallback(
    async (form: MonitorFormValue): Promise<MonitorFormValue> => {
      const parts = changedParts(base, form)
      const isJudgedAnew = parts.includes('conditions')
      const row = parts.some((part) => part !== 'conditions')
        ? await world.call('monitor.update', { params: { id }, body: draftOf(form) })
        : monitor
      const set = isJudgedAnew
        ? await world.call('monitor.judge', { params: { id }, body: conditionsOf(form) })
        : judged
      world.tell(`“${row.meta.name}” saved`)
      return formOf(row, set)
    },
    [world, id, base, monitor, judged],
  )
  const state = useDraft({ key: `monitor:${id}`, base, problemsOf: formProblems, save })
  const problems = useMemo(() => formProblems(state.draft, base), [state.draft, base])
  return <MonitorForm state={state} base={base} monitor={monitor} problems={problems} />
}

/** Editing a monitor and its conditions. */
export const MonitorEdit = ({ monitor }: { monitor: Monitor }) => {
  const { data, error, status, refetch } = useResource('monitor.conditions', { params: { id: monitor.id } })
  const slow = useSlow(status === 'pending' && !data)
  if (data) return <Editor monitor={monitor} judged={data} />
  if (error) return <Trouble error={error} refetch={refetch} />
  return slow ? <Loading page={false} /> : null
}

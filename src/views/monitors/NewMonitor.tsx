import { useCallback, useMemo } from 'react'
import { useDraft } from '../core/use-draft.ts'
import { useTitle } from '../core/use-place.ts'
import { useWorld } from '../core/use-world.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { formProblems } from './form-problems.ts'
import { MonitorForm } from './MonitorForm.tsx'
import { conditionsOf, draftOf, formOf, type MonitorForm as MonitorFormValue, NEW_MONITOR } from './monitor-form.ts'

/** The form of a monitor that is not there yet. */
export const NewMonitor = () => {
  const world = useWorld()
  useTitle('New monitor')
  const save = useCallback(
    async (form: MonitorFormValue): Promise<MonitorFormValue> => {
      const row = await world.call('monitor.create', { body: draftOf(form) })
      const judged = await world.call('monitor.judge', { params: { id: row.id }, body: conditionsOf(form) })
      world.tell(`“${row.meta.name}” created`)
      // The form is settled first: leaving it unsettled would ask about its changes.
      queueMicrotask(() => queueMicrotask(() => world.go('monitor', { callId: row.id })))
      return formOf(row, judged)
    },
    [world],
  )
  const state = useDraft({
    key: 'monitor:new',
    base: NEW_MONITOR,
    problemsOf: (form) => formProblems(form),
    save,
    isNew: true,
  })
  const problems = useMemo(() => formProblems(state.draft), [state.draft])
  return (
    <>
      <PageHead title="New monitor" />
      <MonitorForm state={state} base={NEW_MONITOR} monitor={null} problems={problems} />
    </>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { counted } from '../../commands/core/bulk-words.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { useResource } from '../core/use-resource.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import classes from './schedules.module.css'

const ROW_PX = 46
const OVERSCAN = 8

type Target = { readonly id: string; readonly name: string; readonly address: string; readonly text: string }
type Shown = 'all' | 'chosen' | 'others'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'chosen', label: 'On it' },
  { value: 'others', label: 'Not on the schedule' },
] as const

type Targets = { readonly targets: readonly Target[]; readonly hasWorkflows: boolean; readonly complete: boolean }

const useTargets = (): Targets => {
  const monitors = useResource('monitor.list', {})
  const workflows = useResource('workflow.list', {})
  return useMemo(() => {
    const target = (
      id: string,
      { name, tags }: { name: string; tags: readonly string[] },
      address: string,
    ): Target => ({
      id,
      name,
      address,
      text: `${name} ${address} ${ownTags(tags).join(' ')}`.toLowerCase(),
    })
    const all = [
      ...(monitors.data?.data ?? []).map((monitor) =>
        target(monitor.id, monitor.meta, `${monitorMethod(monitor)} ${monitorUrl(monitor)}`),
      ),
      ...(workflows.data?.data ?? []).map(({ id, meta, workflow }) =>
        target(id, meta, `Workflow, ${counted(workflow.call_ids.length, 'step')}`),
      ),
    ]
    return {
      targets: all.sort((a, b) => (a.name < b.name ? -1 : 1)),
      hasWorkflows: (workflows.data?.data.length ?? 0) > 0,
      complete: monitors.complete && workflows.complete,
    }
  }, [monitors.data, monitors.complete, workflows.data, workflows.complete])
}

type TargetPickerProps = {
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
  /** Takes the height of the window, where nothing else is on the page. */
  readonly tall?: boolean
}

/** Monitors and workflows of a schedule: chosen one by one or all that match a search. */
export const TargetPicker = ({ chosen, onChosen, tall = false }: TargetPickerProps) => {
  const { targets, hasWorkflows, complete } = useTargets()
  const noun = hasWorkflows ? 'monitors and workflows' : targets.length === 1 ? 'monitor' : 'monitors'
  const [sought, seek] = useState('')
  const [shown, show] = useState<Shown>('all')
  const later = useDeferredValue(sought)
  const has = useMemo(() => new Set(chosen), [chosen])
  const found = useMemo(() => {
    const words = later.toLowerCase().split(/\s+/)
    return targets.filter(
      ({ id, text }) =>
        (shown === 'all' || has.has(id) === (shown === 'chosen')) && words.every((word) => text.includes(word)),
    )
  }, [targets, later, shown, has])
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const missing = found.filter(({ id }) => !has.has(id))
  const taken = found.filter(({ id }) => has.has(id))
  const toggle = (id: string, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  const removeAll = () => {
    const gone = new Set(taken.map(({ id }) => id))
    onChosen(chosen.filter((id) => !gone.has(id)))
  }
  return (
    <div className={classes.picker}>
      <div className={classes.tools}>
        <SearchInput label="Find monitors by name, address or tag" value={sought} onValue={seek} />
        <Segmented
          label="Which monitors are shown"
          value={shown}
          options={SHOWN}
          onValue={(value) => show(SHOWN.find((option) => option.value === value)?.value ?? 'all')}
        />
        {missing.length > 0 && (
          <FormButton
            kind="secondary"
            size="small"
            icon="plus"
            label={`Add ${formats.count(missing.length)}`}
            onPress={() => onChosen([...chosen, ...missing.map(({ id }) => id)])}
          />
        )}
        {taken.length > 0 && (
          <FormButton
            kind="ghost"
            size="small"
            icon="close"
            label={`Remove ${formats.count(taken.length)}`}
            onPress={removeAll}
          />
        )}
      </div>
      <section
        className={classNames(classes.rows, tall && classes.tall)}
        ref={frame}
        aria-label="Monitors to choose from"
      >
        <div style={{ blockSize: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const target = found[index]
            if (!target) return null
            return (
              <div key={target.id} className={classes.target} style={{ insetBlockStart: start, blockSize: size }}>
                <Checkbox
                  checked={has.has(target.id)}
                  hint={target.address}
                  onValue={(isChosen) => toggle(target.id, isChosen)}
                >
                  {target.name}
                </Checkbox>
              </div>
            )
          })}
        </div>
        {found.length === 0 && (
          <p className={classes.none}>{targets.length === 0 && complete ? 'No monitors yet' : 'No monitor matches'}</p>
        )}
      </section>
      <p className="muted small" role="status">
        {`${formats.count(chosen.length)} of ${formats.count(targets.length)} ${noun} on it`}
        {complete ? '' : ', more to come'}
      </p>
    </div>
  )
}

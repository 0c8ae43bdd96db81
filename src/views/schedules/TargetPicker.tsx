import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import { Icon } from '../parts/text/Icon.tsx'
import classes from './schedules.module.css'
import { TARGET_KINDS, targetCountsText } from './target-words.ts'
import { type Target, type TargetKind, useTargets } from './use-targets.ts'

const ROW_PX = 46
const OVERSCAN = 8

type Shown = 'all' | 'chosen' | 'others'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'chosen', label: 'On the schedule' },
  { value: 'others', label: 'Not on the schedule' },
] as const

const ALL_KINDS = 'all'

const iconOf = (kind: TargetKind) => TARGET_KINDS.find((each) => each.kind === kind)?.icon ?? 'monitor'

type TargetPickerProps = {
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
  /** Takes the height of the window, where nothing else is on the page. */
  readonly tall?: boolean
}

/** Targets of a schedule: chosen one by one or all that match a search. */
export const TargetPicker = ({ chosen, onChosen, tall = false }: TargetPickerProps) => {
  const { targets, complete } = useTargets()
  const [sought, seek] = useState('')
  const [shown, show] = useState<Shown>('all')
  const [kind, showKind] = useState<TargetKind | null>(null)
  const later = useDeferredValue(sought)
  const kinds = useMemo(
    () =>
      TARGET_KINDS.filter((each) => targets.some((target) => target.kind === each.kind)).map(({ kind, many }) => ({
        kind,
        label: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
      })),
    [targets],
  )
  const has = useMemo(() => new Set(chosen), [chosen])
  const found = useMemo(() => {
    const words = later.toLowerCase().split(/\s+/)
    return targets.filter(
      ({ id, text, kind: own }) =>
        (kind === null || own === kind) &&
        (shown === 'all' || has.has(id) === (shown === 'chosen')) &&
        words.every((word) => text.includes(word)),
    )
  }, [targets, later, shown, kind, has])
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const countsOf = (some: readonly Target[]) => {
    const count = (kind: TargetKind) => some.filter((target) => target.kind === kind).length
    return { monitors: count('monitors'), browser_tests: count('browser_tests'), workflows: count('workflows') }
  }
  const ofKinds = targetCountsText(countsOf(targets.filter(({ id }) => has.has(id))))
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
        <SearchInput label="Find targets by name, address or tag" value={sought} onValue={seek} />
        <Segmented
          label="Targets shown"
          value={shown}
          options={SHOWN}
          onValue={(value) => show(SHOWN.find((option) => option.value === value)?.value ?? 'all')}
        />
        {kinds.length > 1 && (
          <Segmented
            label="Kinds shown"
            value={kind ?? ALL_KINDS}
            options={[
              { value: ALL_KINDS, label: 'All kinds' },
              ...kinds.map((each) => ({ value: each.kind, label: each.label })),
            ]}
            onValue={(value) => showKind(kinds.find((each) => each.kind === value)?.kind ?? null)}
          />
        )}
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
        aria-label="Targets to choose from"
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
                  <span className={classes.kind}>
                    <Icon name={iconOf(target.kind)} />
                    {target.name}
                  </span>
                </Checkbox>
              </div>
            )
          })}
        </div>
        {found.length === 0 && (
          <p className={classes.none}>{targets.length === 0 && complete ? 'No monitors yet' : 'No target matches'}</p>
        )}
      </section>
      <p className="muted small" role="status">
        {`${formats.count(chosen.length)} of ${formats.count(targets.length)} on the schedule`}
        {ofKinds !== '' && `: ${ofKinds}`}
        {complete ? '' : ', more to come'}
      </p>
    </div>
  )
}

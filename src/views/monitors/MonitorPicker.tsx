import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Method } from '../parts/text/Tag.tsx'
import classes from './monitor-picker.module.css'
import { usePickableMonitors } from './use-pickable-monitors.ts'

const ROW_PX = 50
const OVERSCAN = 8

type MonitorPickerProps = {
  /** “Add a step” */
  readonly title: string
  /** Why nothing more can be added; null while it can. */
  readonly full: string | null
  /** Stands above the search. */
  readonly above?: ReactNode
  readonly onAdd: (id: string) => void
}

/** Monitors to add to a list, found by name, address or tag. */
export const MonitorPicker = ({ title, full, above, onAdd }: MonitorPickerProps) => {
  const { monitors, complete } = usePickableMonitors()
  const [sought, seek] = useState('')
  const later = useDeferredValue(sought)
  const found = useMemo(() => {
    const words = later.toLowerCase().split(/\s+/)
    return monitors.filter(({ text }) => words.every((word) => text.includes(word)))
  }, [monitors, later])
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const toFirst = () => frame.current?.querySelector('button')?.focus()
  return (
    <Card title={title} sub={complete ? formats.count(monitors.length) : undefined} className={classes.pickerCard}>
      <div className={classes.picker}>
        {above}
        <SearchInput label="Find monitors by name, address or tag" value={sought} onValue={seek} onFound={toFirst} />
        <section className={classes.found} ref={frame} aria-label="Monitors to add">
          <div style={{ blockSize: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, size }) => {
              const monitor = found[index]
              if (!monitor) return null
              return (
                <div key={monitor.id} className={classes.choice} style={{ insetBlockStart: start, blockSize: size }}>
                  <span className={classes.choiceWords}>
                    <span className="trunc">{monitor.name}</span>
                    <span className={classes.address}>
                      <Method name={monitor.method} /> <code className="trunc">{monitor.url}</code>
                    </span>
                  </span>
                  {full === null && (
                    <FormButton
                      kind="ghost"
                      size="small"
                      icon="plus"
                      iconOnly
                      label={`Add ${monitor.name}`}
                      onPress={() => onAdd(monitor.id)}
                    />
                  )}
                </div>
              )
            })}
          </div>
          {found.length === 0 && complete && (
            <p className={classes.none}>
              {monitors.length === 0 ? (
                <>
                  No monitors yet.{' '}
                  <Go to="new-monitor" params={{ callId: 'new' }} kind="text">
                    Create one
                  </Go>
                </>
              ) : (
                'No monitor matches.'
              )}
            </p>
          )}
        </section>
        {full !== null && <p className="muted small">{full}</p>}
      </div>
    </Card>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { MAX_STEPS } from '../../contract/workflows/workflows.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Method } from '../parts/text/Tag.tsx'
import { useStepMonitors } from './use-step-monitors.ts'
import classes from './workflow-form.module.css'

const ROW_PX = 50
const OVERSCAN = 8

type MonitorPickerProps = {
  /** Number of steps that the workflow has. */
  readonly steps: number
  readonly onAdd: (id: string) => void
}

/** Monitors to add as steps, found by name, address or tag. */
export const MonitorPicker = ({ steps, onAdd }: MonitorPickerProps) => {
  const { monitors, complete } = useStepMonitors()
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
  const isFull = steps >= MAX_STEPS
  return (
    <Card title="Add a step" sub={complete ? formats.count(monitors.length) : undefined} className={classes.pickerCard}>
      <div className={classes.picker}>
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
                  {!isFull && (
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
        {isFull && <p className="muted small">A workflow has at most {MAX_STEPS} steps.</p>}
      </div>
    </Card>
  )
}

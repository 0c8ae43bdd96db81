import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './SortHandle.module.css'

type SortHandleProps = {
  readonly id: string
  /** "Move condition 2" */
  readonly label: string
  readonly index: number
  readonly count: number
  /** Moves the row to another place. `isByKey`: the handle keeps the focus there. */
  readonly onMove: (to: number, isByKey: boolean) => void
}

/** Rows of the list around a handle, in their order. */
const rowsAround = (handle: HTMLElement): readonly HTMLElement[] => [
  ...(handle.closest('[data-sort-list]')?.querySelectorAll<HTMLElement>(':scope > [data-sort-row]') ?? []),
]

/** Moves a row of a list, by dragging it or with the arrow keys. The list has `data-sort-list`, each row `data-sort-row`. */
export const SortHandle = ({ id, label, index, count, onMove }: SortHandleProps) => {
  const latest = useRef({ index, onMove })
  latest.current = { index, onMove }
  const keyed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const to = index + step
    if (to >= 0 && to < count) onMove(to, true)
  }
  const grabbed = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const moved = ({ clientY }: globalThis.PointerEvent) => {
      const to = rowsAround(handle).findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return clientY >= top && clientY <= bottom
      })
      if (to >= 0 && to !== latest.current.index) latest.current.onMove(to, false)
    }
    const released = () => {
      removeEventListener('pointermove', moved)
      removeEventListener('pointerup', released)
      removeEventListener('pointercancel', released)
    }
    addEventListener('pointermove', moved)
    addEventListener('pointerup', released)
    addEventListener('pointercancel', released)
  }
  return (
    <button
      type="button"
      id={id}
      className={classes.handle}
      aria-label={label}
      aria-description="Arrow keys move it."
      onPointerDown={grabbed}
      onKeyDown={keyed}
      {...tip('Drag, or press ↑ and ↓')}
    >
      <Icon name="grip" />
    </button>
  )
}

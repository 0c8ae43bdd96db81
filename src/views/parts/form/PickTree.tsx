import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './PickTree.module.css'

/** A visible row of a tree. */
export type TreeRow = {
  readonly id: string
  /** From 1. */
  readonly level: number
  readonly label: string
  readonly value: string
  readonly tone: 'text' | 'number' | 'literal' | 'quiet'
  /** Null for a row that cannot be opened. */
  readonly isOpen: boolean | null
  /** Effect of picking the row, for screen readers and as a hint; null if it cannot be picked. */
  readonly picks: string | null
}

type PickTreeProps = {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly onPick: (id: string) => void
  readonly onToggle: (id: string) => void
  readonly className?: string | undefined
}

/** Index of the row that holds another. */
const parentOf = (rows: readonly TreeRow[], at: number): number =>
  rows.findLastIndex(({ level }, index) => index < at && level < (rows[at]?.level ?? 0))

type Move = { readonly to: number } | { readonly does: 'fold' | 'act' }

/** The effect of a key on a row; null for keys without one. */
const moveOf = (key: string, rows: readonly TreeRow[], at: number): Move | null => {
  const isOpen = rows[at]?.isOpen ?? null
  if (key === 'ArrowDown') return { to: at + 1 }
  if (key === 'ArrowUp') return { to: at - 1 }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: rows.length - 1 }
  if (key === 'ArrowRight') return isOpen === false ? { does: 'fold' } : { to: isOpen ? at + 1 : at }
  if (key === 'ArrowLeft') return isOpen ? { does: 'fold' } : { to: parentOf(rows, at) }
  return key === 'Enter' || key === ' ' ? { does: 'act' } : null
}

/**
 * A tree whose values can be picked, by click or with Enter. A click on a row with others within unfolds it, and one on its plus picks it.
 * Arrow keys move, fold and unfold.
 */
export const PickTree = ({ label, rows, onPick, onToggle, className }: PickTreeProps) => {
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const found = rows.findIndex(({ id }) => id === active)
  const at = Math.max(0, found)
  const focusAt = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setActive(row.id)
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus()
  }
  const act = ({ id, picks, isOpen }: TreeRow) => {
    if (picks !== null) onPick(id)
    else if (isOpen !== null) onToggle(id)
  }
  const keyed = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const move = moveOf(event.key, rows, at)
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    if ('to' in move) focusAt(move.to)
    else if (move.does === 'fold') onToggle(row.id)
    else act(row)
  }
  return (
    <div ref={tree} className={classNames(classes.tree, className)} role="tree" aria-label={label} onKeyDown={keyed}>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of all rows are handled by the tree
        <div
          key={row.id}
          role="treeitem"
          data-row={row.id}
          className={classNames(classes.row, row.picks !== null && classes.pickable)}
          style={{ paddingInlineStart: `${4 + (row.level - 1) * 14}px` }}
          aria-level={row.level}
          aria-expanded={row.isOpen ?? undefined}
          aria-selected={index === at}
          aria-description={row.picks ?? undefined}
          tabIndex={index === at ? 0 : -1}
          title={row.picks ?? undefined}
          onFocus={() => setActive(row.id)}
          onClick={() => (row.isOpen === null ? act(row) : onToggle(row.id))}
        >
          <span className={classes.fold}>
            {row.isOpen !== null && <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} />}
          </span>
          <span className={classes.label}>{row.label}</span>
          <span className={classNames(classes.value, classes[row.tone])}>{row.value}</span>
          {row.picks !== null && (
            <span
              className={classes.plus}
              aria-hidden
              onClick={(event) => {
                event.stopPropagation()
                onPick(row.id)
              }}
            >
              <Icon name="plus" />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Kbd } from '../act/Kbd.tsx'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './PickList.module.css'

export type PickOption = {
  readonly id: string
  readonly label: string
  /** At the end of its line. */
  readonly note?: string | undefined
  readonly before?: ReactNode
  readonly group?: string | undefined
}

type PickListProps = {
  /** "Find a project" */
  label: string
  /** "Projects" */
  of: string
  options: readonly PickOption[]
  chosen?: string | null | undefined
  onPick: (id: string) => void
  /** Below the list. */
  children?: ReactNode
}

const MOST = 60

const matches = (option: PickOption, sought: string): boolean =>
  sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${option.label} ${option.group ?? ''}`.toLowerCase().includes(word))

/** A choice from a long list with a search box: the box keeps the focus while arrow keys move through the list. */
export const PickList = ({ label, of, options, chosen, onPick, children }: PickListProps) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [sought, setSought] = useState('')
  const [active, setActive] = useState(
    Math.max(
      0,
      options.findIndex((option) => option.id === chosen),
    ),
  )
  const found = options.filter((option) => matches(option, sought))
  const shown = found.slice(0, MOST)
  const isEmpty = found.length === 0
  const at = Math.min(active, shown.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-place="${at}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [at])
  const keyed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((at + step + shown.length) % Math.max(1, shown.length))
    else if (event.key === 'Enter' && shown[at]) onPick(shown[at].id)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.picker}>
      <div className={classes.sought}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded={!isEmpty}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-label={label}
          placeholder={label}
          spellCheck={false}
          autoComplete="off"
          value={sought}
          onChange={(event) => {
            setSought(event.target.value)
            setActive(0)
          }}
          onKeyDown={keyed}
        />
        <Kbd keys="Escape" />
      </div>
      <div
        ref={list}
        className={classes.list}
        id={`${id}-list`}
        tabIndex={-1}
        {...(!isEmpty && { role: 'listbox', 'aria-label': of })}
      >
        {shown.map((option, place) => (
          <div key={option.id} role="presentation">
            {option.group !== shown[place - 1]?.group && (
              <div className={classes.group} role="presentation">
                {option.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the box is the key of the same */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box */}
            <div
              role="option"
              id={`${id}-${place}`}
              data-place={place}
              aria-selected={option.id === chosen}
              className={classNames(classes.option, place === at && classes.active)}
              onClick={() => onPick(option.id)}
              onPointerMove={() => setActive(place)}
            >
              {option.before}
              <span className="trunc">{option.label}</span>
              {option.id === chosen && <Icon name="check" />}
              {option.note && <span className={classes.note}>{option.note}</span>}
            </div>
          </div>
        ))}
      </div>
      <div role="status">{isEmpty && <p className={classes.none}>No match</p>}</div>
      {found.length > MOST && <p className={classes.none}>{found.length - MOST} more: type to find them</p>}
      {children && <div className={classes.foot}>{children}</div>}
    </div>
  )
}

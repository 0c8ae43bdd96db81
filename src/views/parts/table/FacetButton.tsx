import { useState } from 'react'
import { Checkbox } from '../form/Checkbox.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Popover } from '../overlay/Popover.tsx'
import { classNames } from '../text/class-names.ts'
import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './FilterBar.module.css'

export type FacetOption = { readonly value: string; readonly label: string; readonly count?: number | undefined }

type FacetButtonProps = {
  /** "Tag" */
  label: string
  options: readonly FacetOption[]
  chosen: readonly string[]
  onValue: (chosen: readonly string[]) => void
  /** Only one at a time. */
  single?: boolean | undefined
  hide?: 'm' | 't' | 's' | undefined
}

const SHOWN = 2
const SEARCH_FROM = 9
/** Values that are drawn at once; a person finds the others by typing. */
const DRAWN = 200

const summary = (options: readonly FacetOption[], chosen: readonly string[]): string => {
  if (chosen.length === 0) return 'any'
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value)
  const rest = names.length - SHOWN
  return [...names.slice(0, SHOWN), ...(rest > 0 ? [`+${rest}`] : [])].join(', ')
}

/** A filter by one property: "Tag **checkout, +5**", opening the values to tick. */
export const FacetButton = ({ label, options, chosen, onValue, single, hide }: FacetButtonProps) => {
  const [sought, setSought] = useState('')
  const text = summary(options, chosen)
  const found = options.filter((option) => option.label.toLowerCase().includes(sought.trim().toLowerCase()))
  const change = (value: string, checked: boolean) => {
    if (single) return onValue(checked ? [value] : [])
    onValue(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
  }
  return (
    <Popover
      label={`${label}: ${text}`}
      size="small"
      className={classNames(classes.facet, chosen.length > 0 && classes.on, hide && `hide-${hide}`)}
      panelClassName={classes.facets}
      face={
        <>
          {label} <b>{text}</b>
          <Icon name="chevron-down" className={classes.chevron} />
        </>
      }
    >
      {options.length >= SEARCH_FROM && (
        <TextInput small label={`Find a value of ${label}`} placeholder="Find" value={sought} onValue={setSought} />
      )}
      <ul className={classes.values}>
        {found.slice(0, DRAWN).map((option) => (
          <li key={option.value}>
            <Checkbox
              className={classes.value}
              checked={chosen.includes(option.value)}
              onValue={(checked) => change(option.value, checked)}
            >
              {option.label}
              {option.count !== undefined && <span className={classes.number}>{formats.count(option.count)}</span>}
            </Checkbox>
          </li>
        ))}
        {found.length > DRAWN && <li className={classes.none}>{`${found.length - DRAWN} more: type to find them`}</li>}
        {found.length === 0 && <li className={classes.none}>No match</li>}
      </ul>
    </Popover>
  )
}

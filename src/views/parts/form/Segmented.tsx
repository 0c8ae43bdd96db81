import { useId, useRef } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { LinkTo } from '../act/Go.tsx'
import type { LinkTarget } from '../act/links.ts'
import { useInView } from '../act/use-in-view.ts'
import { classNames } from '../text/class-names.ts'
import classes from './Segmented.module.css'

type Option = {
  readonly value: string
  readonly label: string
  /** Hidden on narrow screens. */
  readonly hide?: 'm' | 't' | 's' | undefined
}

type SegmentedProps = {
  /** Names the choice for screen readers. */
  label: string
  value: string
  options: readonly Option[]
  disabled?: boolean
  className?: string
} & (
  | { onValue: (value: string) => void; acting?: undefined }
  /** The command that a choice runs. */
  | { acting: (value: string) => ActSpec; onValue?: undefined }
)

const hidden = (hide: Option['hide']): string | false => hide !== undefined && `hide-${hide}`

/** A choice from a few options, side by side. */
export const Segmented = ({ label, value, options, disabled, className, onValue, acting }: SegmentedProps) => {
  const acts = useActs()
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  useInView(
    row,
    options.findIndex((option) => option.value === value),
  )
  const choose = (chosen: string) => {
    if (onValue) return onValue(chosen)
    const { command, args } = acting(chosen)
    acts.perform(command, args)
  }
  return (
    <div ref={row} className={classNames(classes.segments, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classNames(hidden(option.hide))}>
          <input
            type="radio"
            className="sr"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

/** Second level of tabs: links side by side. */
export const SegmentedLinks = (props: {
  label: string
  places: readonly (LinkTarget & { label: string; hide?: Option['hide']; current?: boolean | undefined })[]
}) => {
  const row = useRef<HTMLElement>(null)
  useInView(
    row,
    props.places.findIndex(({ current }) => current === true),
  )
  return (
    <nav ref={row} className={classes.segments} aria-label={props.label}>
      {props.places.map(({ hide, ...place }) => (
        <LinkTo key={place.label} {...place} label={undefined} className={classNames(hidden(hide))}>
          {place.label}
        </LinkTo>
      ))}
    </nav>
  )
}

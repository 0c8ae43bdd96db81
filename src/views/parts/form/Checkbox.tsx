import { type ReactNode, type Ref, useId } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'
import classes from './Checkbox.module.css'
import { Problem } from './Field.tsx'

type BoxProps = {
  checked: boolean
  /** Some of the rows that it stands for are ticked, and some are not. */
  mixed?: boolean | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
  hint?: ReactNode
  /** One sentence that names the fix. */
  error?: string | undefined
  className?: string | undefined
} & ({ children: ReactNode; label?: undefined } | { label: string; children?: undefined }) &
  ({ onValue: (checked: boolean) => void; acting?: undefined } | { acting: ActSpec; onValue?: undefined })

const mixing =
  (mixed: boolean | undefined): Ref<HTMLInputElement> =>
  (element) => {
    if (element) element.indeterminate = mixed === true
  }

const Box = (props: BoxProps & { looks: string | undefined; role?: 'switch' }) => {
  const made = useId()
  const {
    checked,
    mixed,
    disabled,
    id = made,
    name,
    label,
    children,
    onValue,
    acting,
    hint,
    error,
    className,
    looks,
    role,
  } = props
  const acts = useActs()
  const change = (now: boolean) => (onValue ? onValue(now) : acts.perform(acting.command, acting.args))
  const box = (
    <input
      ref={mixing(mixed)}
      type="checkbox"
      role={role}
      id={id}
      name={name}
      className={looks}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      checked={checked}
      disabled={disabled}
      onChange={(event) => change(event.target.checked)}
    />
  )
  if (children === undefined) return box
  const row = (
    <label htmlFor={id} className={classNames(classes.row, className)}>
      {box}
      <span>
        {children}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  )
  if (!error) return row
  return (
    <div>
      {row}
      <Problem id={`${id}-error`}>{error}</Problem>
    </div>
  )
}

/** A box to tick: a field of a form, or part of a selection, where it runs a command. */
export const Checkbox = (props: BoxProps) => <Box {...props} looks={classes.check} />

/** An on/off switch. */
export const Switch = (props: BoxProps) => <Box {...props} looks={classes.switch} role="switch" />

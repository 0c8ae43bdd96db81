import { classNames } from '../text/class-names.ts'
import { useField } from './Field.tsx'
import classes from './Input.module.css'

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean | undefined }

type SelectProps = {
  value: string
  onValue: (value: string) => void
  options: readonly (SelectOption | { readonly group: string; readonly options: readonly SelectOption[] })[]
  label?: string | undefined
  id?: string | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  small?: boolean | undefined
  name?: string | undefined
  onLeave?: (() => void) | undefined
  className?: string | undefined
}

const Option = ({ value, label, disabled }: SelectOption) => (
  <option value={value} disabled={disabled}>
    {label}
  </option>
)

/** A choice from a list, drawn by the browser, as phones and screen readers expect. */
export const Select = ({
  value,
  onValue,
  options,
  label,
  id,
  invalid,
  describedBy,
  small,
  className,
  onLeave,
  ...rest
}: SelectProps) => {
  const field = useField({ id, invalid })
  return (
    <select
      {...field}
      {...rest}
      className={classNames(classes.input, small && classes.small, className)}
      aria-label={label}
      aria-describedby={describedBy ?? field['aria-describedby']}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onBlur={onLeave}
    >
      {options.map((option) =>
        'group' in option ? (
          <optgroup key={option.group} label={option.group}>
            {option.options.map((each) => (
              <Option key={each.value} {...each} />
            ))}
          </optgroup>
        ) : (
          <Option key={option.value} {...option} />
        ),
      )}
    </select>
  )
}

import type { HTMLInputAutoCompleteAttribute, Ref } from 'react'
import { classNames } from '../text/class-names.ts'
import { useField } from './Field.tsx'
import classes from './Input.module.css'

/** Properties of all controls that hold text. */
export type TextControl = {
  value: string
  onValue: (value: string) => void
  /** Called when the control loses the focus: its errors show from then on. */
  onLeave?: (() => void) | undefined
  /** Accessible name of a control without a field around it. */
  label?: string | undefined
  id?: string | undefined
  invalid?: boolean | undefined
  /** `aria-describedby` of a control without a field around it. */
  describedBy?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  /** For addresses, ids and code. */
  mono?: boolean | undefined
  small?: boolean | undefined
  /** Name in the form's data, which password managers read. */
  name?: string | undefined
  className?: string | undefined
}

type TextInputProps = TextControl & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'datetime-local' | 'date' | 'time' | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | 'email' | 'tel' | undefined
  maxLength?: number | undefined
  min?: number | string | undefined
  max?: number | string | undefined
  step?: number | undefined
  autoFocus?: boolean | undefined
  /** Suggestions: shown by the browser beside the field. */
  list?: string | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  /** Selects all text on focus, for text that is replaced rather than edited. */
  whole?: boolean | undefined
  /** Takes a pasted text with its line ends, which the control itself would lose. True: the text goes nowhere else. */
  onPasted?: ((text: string) => boolean) | undefined
  /** The list of suggestions that it opens. */
  combobox?: { listId: string; expanded: boolean; activeId: string | undefined } | undefined
}

/** One line of text. */
export const TextInput = ({
  value,
  onValue,
  onLeave,
  label,
  id,
  invalid,
  describedBy,
  mono,
  small,
  ...rest
}: TextInputProps) => {
  const field = useField({ id, invalid })
  const { className, inputRef, type = 'text', whole, onPasted, combobox, ...attributes } = rest
  return (
    <input
      {...field}
      {...attributes}
      {...(combobox && {
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': combobox.expanded,
        'aria-controls': combobox.expanded ? combobox.listId : undefined,
        'aria-activedescendant': combobox.activeId,
      })}
      ref={inputRef}
      type={type}
      className={classNames(classes.input, mono && classes.mono, small && classes.small, className)}
      aria-label={label}
      aria-describedby={describedBy ?? field['aria-describedby']}
      spellCheck={mono || type !== 'text' ? false : undefined}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onFocus={whole ? (event) => event.target.select() : undefined}
      onBlur={onLeave}
      onPaste={
        onPasted &&
        ((event) => {
          if (onPasted(event.clipboardData.getData('text/plain'))) event.preventDefault()
        })
      }
    />
  )
}

type TextAreaProps = TextControl & {
  rows?: number | undefined
  /** The list of suggestions that it opens. It has several lines, so it stays a text box. */
  combobox?: TextInputProps['combobox']
}

/** Several lines of text. */
export const TextArea = (props: TextAreaProps) => {
  const {
    value,
    onValue,
    onLeave,
    label,
    id,
    invalid,
    describedBy,
    mono,
    small,
    className,
    rows = 4,
    combobox,
    ...attributes
  } = props
  const field = useField({ id, invalid })
  return (
    <textarea
      {...field}
      {...attributes}
      {...(combobox && {
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-controls': combobox.expanded ? combobox.listId : undefined,
        'aria-activedescendant': combobox.activeId,
      })}
      rows={rows}
      className={classNames(classes.input, mono && classes.mono, small && classes.small, className)}
      aria-label={label}
      aria-describedby={describedBy ?? field['aria-describedby']}
      spellCheck={mono ? false : undefined}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onBlur={onLeave}
    />
  )
}

type SearchInputProps = Pick<TextControl, 'value' | 'onValue' | 'id'> & {
  /** Called on Enter or ↓, which lead to what was found. */
  onFound?: (() => void) | undefined
  label: string
  placeholder?: string | undefined
}

/** Filter of a list. The list's `/` key focuses it; Esc clears it, and leaves it when it is empty. */
export const SearchInput = ({ value, onValue, onFound, label, placeholder = label, id }: SearchInputProps) => (
  <span className={classes.search}>
    <input
      id={id}
      type="search"
      className={`${classes.input} ${classes.small}`}
      aria-label={label}
      aria-keyshortcuts="/"
      data-filter=""
      placeholder={placeholder}
      spellCheck={false}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if ((event.key === 'Enter' || event.key === 'ArrowDown') && onFound) {
          event.preventDefault()
          onFound()
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (value === '') event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true })
        else onValue('')
      }}
    />
  </span>
)

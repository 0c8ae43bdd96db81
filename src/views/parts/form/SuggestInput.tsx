import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../text/class-names.ts'
import classes from './SuggestInput.module.css'
import { type TextControl, TextInput } from './TextInput.tsx'

export type Suggestion = { readonly insert: string; readonly name: string; readonly words: string }

type SuggestInputProps = TextControl & {
  /** Suggestions at the end of a text, and where the word that they replace begins; null where none fit. */
  readonly suggest: (text: string) => { readonly from: number; readonly options: readonly Suggestion[] } | null
  /** Names the list of suggestions: "Value filters". */
  readonly of: string
}

/** One line of text with suggestions while one types. Arrow keys choose, Enter or Tab takes, Escape closes. */
export const SuggestInput = ({ suggest, of, value, onValue, onLeave, className, ...rest }: SuggestInputProps) => {
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = isOpen ? suggest(value) : null
  const options = found?.options ?? []
  const at = Math.min(active, options.length - 1)
  const take = (option: Suggestion | undefined) => {
    if (!option || !found) return
    onValue(value.slice(0, found.from) + option.insert)
    setOpen(false)
    frame.current?.querySelector('input')?.focus()
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((at + step + options.length) % options.length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(options[at])
    else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input within
    <span ref={frame} className={classNames(classes.frame, className)} onKeyDown={keyed} onFocus={() => setOpen(true)}>
      <TextInput
        {...rest}
        value={value}
        combobox={{
          listId: `${id}-list`,
          expanded: options.length > 0,
          activeId: options.length > 0 ? `${id}-${at}` : undefined,
        }}
        onValue={(text) => {
          onValue(text)
          setActive(0)
          setOpen(true)
        }}
        onLeave={() => {
          setOpen(false)
          onLeave?.()
        }}
      />
      {options.length > 0 && (
        <span className={classes.list} id={`${id}-list`} role="listbox" aria-label={of}>
          {options.map((option, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
            <span
              key={option.name}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              className={classNames(classes.option, place === at && classes.active)}
              // The input keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                take(option)
              }}
              onPointerMove={() => setActive(place)}
            >
              <code>{option.name}</code>
              <span>{option.words}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

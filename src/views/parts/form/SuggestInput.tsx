import { classNames } from '../text/class-names.ts'
import classes from './SuggestInput.module.css'
import { TextArea, TextInput } from './TextInput.tsx'
import { type Suggest, useSuggest } from './use-suggest.ts'

type SuggestProps = {
  readonly suggest: Suggest
  /** Names the list of suggestions: "Value filters". */
  readonly of: string
  /** The list opens with the focus, before anything is typed. */
  readonly onFocus?: boolean
}

const List = ({ shown, of }: { shown: ReturnType<typeof useSuggest>; of: string }) => (
  <div ref={shown.panel} popover="manual" className={classes.list}>
    {shown.choices.length > 0 && (
      <div id={`${shown.id}-list`} role="listbox" aria-label={of}>
        {shown.choices.map((choice, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the control
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the control
          <div
            key={choice.name}
            id={`${shown.id}-${place}`}
            role="option"
            aria-selected={place === shown.at}
            className={classNames(classes.option, place === shown.at && classes.active)}
            // The control keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => shown.take(choice)}
            onPointerMove={() => shown.setActive(place)}
          >
            <code>{choice.name}</code>
            <span>{choice.words}</span>
          </div>
        ))}
      </div>
    )}
  </div>
)

/** One line of text with suggestions while one types. */
export const SuggestInput = (props: SuggestProps & Parameters<typeof TextInput>[0]) => {
  const { suggest, of, onFocus = false, onLeave, className, ...rest } = props
  const shown = useSuggest({ value: rest.value, onValue: rest.onValue, suggest, onFocus })
  const leave = () => {
    shown.close()
    onLeave?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input within
    <span
      ref={shown.frame}
      className={classNames(classes.frame, className)}
      onKeyDown={shown.keyed}
      onFocus={shown.focused}
    >
      <TextInput {...rest} combobox={shown.combobox} onValue={shown.typed} onLeave={leave} />
      <List shown={shown} of={of} />
    </span>
  )
}

/** Several lines of text with suggestions while one types. */
export const SuggestArea = (props: SuggestProps & Parameters<typeof TextArea>[0]) => {
  const { suggest, of, onFocus = false, onLeave, ...rest } = props
  const shown = useSuggest({ value: rest.value, onValue: rest.onValue, suggest, onFocus })
  const leave = () => {
    shown.close()
    onLeave?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the control within
    <span ref={shown.frame} className={classes.frame} onKeyDown={shown.keyed} onFocus={shown.focused}>
      <TextArea {...rest} combobox={shown.combobox} onValue={shown.typed} onLeave={leave} />
      <List shown={shown} of={of} />
    </span>
  )
}

import { tip } from '../overlay/tip.ts'
import classes from './Inserts.module.css'

type InsertsProps = {
  /** "Put a variable into the text" */
  readonly label: string
  /** What can be put in, with what each is. */
  readonly items: readonly { readonly name: string; readonly words: string }[]
  /** Changes the form, as typing does. */
  readonly onInsert: (name: string) => void
}

/** Pieces that are put into a text where its caret is: a change of a field, and so no command. */
export const Inserts = ({ label, items, onInsert }: InsertsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
  <div className={classes.chips} role="group" aria-label={label}>
    {items.map(({ name, words }) => (
      <button
        key={name}
        type="button"
        className={classes.chip}
        aria-description={words}
        onClick={() => onInsert(name)}
        {...tip(words)}
      >
        {name}
      </button>
    ))}
  </div>
)

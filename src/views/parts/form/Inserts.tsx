import { tip } from '../overlay/tip.ts'
import classes from './Inserts.module.css'

type InsertsProps = {
  /** "Insert a variable into the text" */
  readonly label: string
  /** Pieces to insert, each with a description. */
  readonly items: readonly { readonly name: string; readonly words: string }[]
  /** Changes the form, as typing does. */
  readonly onInsert: (name: string) => void
}

/** Pieces to insert into a text at its caret. This changes a field, so it is no command. */
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

import { classNames } from '../text/class-names.ts'
import classes from './Kbd.module.css'
import { keyCaps } from './key-caps.ts'

/** Key caps of a shortcut: `Mod+k` is Ctrl K or ⌘ K, `g h` is G then H. Screen readers get `aria-keyshortcuts` of its owner. */
export const Kbd = ({ keys, className }: { keys: string; className?: string | undefined }) => (
  <span className={classNames(classes.keys, className)} aria-hidden="true">
    {keyCaps(keys).map((cap, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: key caps are identified by their position
      <kbd key={index} className={classes.key}>
        {cap}
      </kbd>
    ))}
  </span>
)

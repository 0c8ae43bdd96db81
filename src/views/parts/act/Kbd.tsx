import { classNames } from '../text/class-names.ts'
import classes from './Kbd.module.css'
import { keyCaps } from './key-caps.ts'

/** A shortcut as it is pressed: `Mod+k` is Ctrl K or ⌘ K, `g h` is G then H. Read out by `aria-keyshortcuts` of what it belongs to. */
export const Kbd = ({ keys, className }: { keys: string; className?: string | undefined }) => (
  <span className={classNames(classes.keys, className)} aria-hidden="true">
    {keyCaps(keys).map((cap, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: caps have no identity but their place
      <kbd key={index} className={classes.key}>
        {cap}
      </kbd>
    ))}
  </span>
)

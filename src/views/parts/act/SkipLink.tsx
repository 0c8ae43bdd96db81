import classes from './SkipLink.module.css'

/** The first stop of the Tab key: over the navigation to the page. */
export const SkipLink = ({ to }: { to: string }) => (
  <a
    className={classes.skip}
    href={`#${to}`}
    onClick={(event) => {
      // The address keeps what it says: only the focus goes there.
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
  >
    Skip to content
  </a>
)

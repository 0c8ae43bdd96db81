import classes from './SkipLink.module.css'

/** Skip link: the first Tab stop, past the navigation to the page. */
export const SkipLink = ({ to }: { to: string }) => (
  <a
    className={classes.skip}
    href={`#${to}`}
    onClick={(event) => {
      // Moves only focus; the address stays.
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
  >
    Skip to content
  </a>
)

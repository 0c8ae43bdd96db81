import classes from './Tag.module.css'

/** A tag of a monitor. */
const Tag = ({ name }: { name: string }) => <span className={classes.tag}>{name}</span>

/** The first tags of a thing, and how many more there are. */
export const Tags = ({ names, most = 3 }: { names: readonly string[]; most?: number }) => (
  <span className={classes.tags}>
    {names.slice(0, most).map((name) => (
      <Tag key={name} name={name} />
    ))}
    {names.length > most && (
      <span className={classes.more} data-tip={names.slice(most).join(', ')}>
        +{names.length - most}
        <span className="sr"> more: {names.slice(most).join(', ')}</span>
      </span>
    )}
  </span>
)

/** The method of a request, as HTTP writes it. */
export const Method = ({ name }: { name: string }) => <span className={classes.method}>{name}</span>

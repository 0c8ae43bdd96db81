import classes from './Tag.module.css'

/** Tag of an object. */
const Tag = ({ name }: { name: string }) => <span className={classes.tag}>{name}</span>

/** First tags of an object, and the number of remaining ones. */
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

/** HTTP method of a request. */
export const Method = ({ name }: { name: string }) => <span className={classes.method}>{name}</span>

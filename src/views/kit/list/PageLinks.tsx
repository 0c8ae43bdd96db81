import { useCurrentRoute } from '../../core/use-current-route.ts'
import { LinkTo } from '../../parts/act/Go.tsx'
import classes from './list.module.css'

type PageLinksProps = {
  readonly next: string | null
  /** The parameter of the address that names the page. */
  readonly parameter?: string
  /** The part of the screen that the links lead to. */
  readonly hash?: string
}

/** Links to the newest and to the next older page of a list, each an address. */
export const PageLinks = ({ next, parameter = 'before', hash }: PageLinksProps) => {
  const { name: to, params, search } = useCurrentRoute()
  const before = search[parameter]
  if (next === null && !before) return null
  const link = (label: string, cursor: string | undefined) => (
    <LinkTo
      {...{ to, params, hash }}
      search={{ ...search, [parameter]: cursor }}
      kind="secondary"
      size="small"
      current="never"
    >
      {label}
    </LinkTo>
  )
  return (
    <p className={classes.pages}>
      {before && link('Newest', undefined)}
      {next !== null && link('Older', next)}
    </p>
  )
}

import { useCurrentRoute } from '../../core/use-current-route.ts'
import { LinkTo } from '../../parts/act/Go.tsx'
import classes from './list.module.css'

type PageLinksProps = {
  readonly next: string | null
  /** The cursor of newer rows, where there is a page between this one and the newest. */
  readonly previous?: string | null
  /** The parameter of the address that names the page. */
  readonly parameter?: string
  /** The part of the screen that the links lead to. */
  readonly hash?: string
}

/** Links to the newest, the next newer and the next older page of a list, each an address. */
export const PageLinks = ({ next, previous = null, parameter = 'before', hash }: PageLinksProps) => {
  const { name: to, params, search } = useCurrentRoute()
  const isLater = Boolean(search[parameter] || search.after)
  if (next === null && !isLater) return null
  const link = (label: string, page: { readonly before?: string; readonly after?: string }) => (
    <LinkTo
      {...{ to, params, hash }}
      search={{ ...search, [parameter]: page.before, after: page.after }}
      kind="secondary"
      size="small"
      current="never"
    >
      {label}
    </LinkTo>
  )
  return (
    <p className={classes.pages}>
      {isLater && link('Newest', {})}
      {previous !== null && link('Newer', { after: previous })}
      {next !== null && link('Older', { before: next })}
    </p>
  )
}

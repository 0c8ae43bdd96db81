import { useCurrentRoute } from '../../core/use-current-route.ts'
import { LinkTo } from '../../parts/act/Go.tsx'
import classes from './list.module.css'

/** Links to the newest and to the next older page of a list, each an address. */
export const PageLinks = ({ next }: { readonly next: string | null }) => {
  const { name: to, params, search } = useCurrentRoute()
  const { before } = search
  if (next === null && !before) return null
  const link = (label: string, cursor: string | undefined) => (
    <LinkTo {...{ to, params }} search={{ ...search, before: cursor }} kind="secondary" size="small" current="never">
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

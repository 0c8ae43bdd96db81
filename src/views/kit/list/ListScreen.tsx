import { type ReactNode, useEffect, useRef } from 'react'
import { useTitle } from '../../core/use-current-route.ts'
import { Act } from '../../parts/act/Act.tsx'
import { focusPage, isFocusFree } from '../../parts/form/focus-page.ts'
import { PageHead } from '../../parts/text/PageHead.tsx'
import { Loaded } from '../detail/Loaded.tsx'
import { ListBody, type ListBodyProps } from './ListBody.tsx'
import type { ListName } from './list.ts'
import { useSearchFocus } from './use-search-focus.ts'

type ListScreenProps<Name extends ListName> = ListBodyProps<Name> & {
  readonly lead?: ReactNode
  /** Buttons of the head, before the one that adds a row. */
  readonly actions?: ReactNode
  /** Draws another head with the same buttons. */
  readonly head?: ((buttons: ReactNode) => ReactNode) | undefined
  /** Between head and list. */
  readonly above?: ReactNode
  readonly below?: ReactNode
}

/** A list's whole screen: head, filters, rows, and all states between. */
export const ListScreen = <Name extends ListName>(props: ListScreenProps<Name>) => {
  const { lead, actions, head, above, below, ...body } = props
  const { listing } = props
  const { list, isEmpty, hasShown, data, error } = listing
  useTitle()
  useSearchFocus()
  const hadRows = useRef(false)
  // The last row takes the focus with it.
  useEffect(() => {
    if (hadRows.current && isEmpty && isFocusFree()) focusPage()
    hadRows.current = data !== undefined && !isEmpty
  }, [data, isEmpty])
  if (data === undefined && (error || !hasShown))
    return (
      <Loaded of={listing} label={list.title}>
        {() => null}
      </Loaded>
    )
  const buttons = !isEmpty && (
    <>
      {actions}
      {list.add && <Act {...list.add} kind="primary" />}
    </>
  )
  return (
    <>
      {head ? head(buttons) : <PageHead title={list.title} lead={lead} actions={buttons} />}
      {above}
      <ListBody {...body} />
      {below}
    </>
  )
}

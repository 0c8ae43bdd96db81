import { useEffect, useRef, useState } from 'react'
import { changeSearch } from '../../../commands/core/search-of.ts'
import type { Search } from '../../../commands/routes.ts'
import { useCurrentRoute } from '../../core/use-current-route.ts'
import { useWorld } from '../../core/use-world.ts'
import { useRemembered, visitMemory } from '../../core/visit.ts'

/** The address follows this long after the last key, so that a key costs no navigation. */
const ADDRESS_FOLLOWS_MS = 250

/** Texts by parameter: the address may be left before it has followed. */
const texts = visitMemory<string>()

/**
 * A parameter of the address that a person types: the text changes at once, the address a moment later, together with `others`.
 * Commands and links that change the address change the text too.
 */
export const useTypedParam = (name: string, others: Search = {}): [value: string, set: (value: string) => void] => {
  const world = useWorld()
  const { [name]: stored = '' } = useCurrentRoute().search
  const [typed, type] = useState(() => texts.recall(name) ?? stored)
  useRemembered(texts, name, typed)
  const last = useRef(stored)
  const changes = useRef(others)
  changes.current = others
  useEffect(() => {
    if (stored === last.current) return
    last.current = stored
    type(stored)
  }, [stored])
  useEffect(() => {
    if (typed === last.current) return
    const follow = () => {
      if (typed === last.current) return
      last.current = typed
      changeSearch(world, { ...changes.current, [name]: typed === '' ? null : typed })
    }
    // The keys of the rows ask the address whether there is a filter to go back to: whoever leaves the field finds it there.
    const onLeave = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('[data-filter]')) follow()
    }
    const timer = setTimeout(follow, ADDRESS_FOLLOWS_MS)
    document.addEventListener('focusout', onLeave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', onLeave)
    }
  }, [typed, world, name])
  return [typed, type]
}

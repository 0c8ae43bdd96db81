import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type Place, placeOf, titleOf } from '../../commands/core/addresses.ts'
import { useApp } from './app-context.ts'
import { useMachine } from './machines-of.ts'

/** The address that is shown, with its query and hash. */
export const useHref = (): string => useMachine('navigation', (snapshot) => snapshot?.context.href ?? '/')

/** The screen that is shown, with the variables of its address. Screens are only shown at their own. */
export const usePlace = (): Place => {
  const href = useHref()
  return useMemo(() => {
    const place = placeOf(href)
    return 'redirect' in place ? { name: 'collections', params: {}, search: {} } : place
  }, [href])
}

/** Names the page after what it shows. */
export const useTitle = (object?: string): void => {
  const place = usePlace()
  const { environment } = useApp().configuration
  useEffect(() => {
    document.title = titleOf(place, environment, object)
  }, [place, environment, object])
}

/** One parameter of the address; setting it replaces the address, so that going back leaves the screen. */
export const useSearchParam = (name: string): [value: string, set: (value: string) => void] => {
  const [all, setAll] = useSearchParams()
  const set = useCallback(
    (next: string) =>
      setAll(
        (before) => {
          const params = new URLSearchParams(before)
          if (next === '') params.delete(name)
          else params.set(name, next)
          return params
        },
        { replace: true },
      ),
    [setAll, name],
  )
  return [all.get(name) ?? '', set]
}

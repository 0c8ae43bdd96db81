import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { matchRoute, type RouteMatch, titleOf } from '../../commands/core/addresses.ts'
import { useApp } from './app-context.ts'
import { useMachine } from './machines-of.ts'

/** Current address with query and hash. */
export const useHref = (): string => useMachine('navigation', (snapshot) => snapshot?.context.href ?? '/')

/** Current route with its parameters. */
export const useCurrentRoute = (): RouteMatch => {
  const href = useHref()
  return useMemo(() => {
    const place = matchRoute(href)
    return 'redirect' in place ? { name: 'collections', params: {}, search: {} } : place
  }, [href])
}

/** Sets the page title. */
export const useTitle = (object?: string): void => {
  const place = useCurrentRoute()
  const { environment } = useApp().configuration
  useEffect(() => {
    document.title = titleOf(place, environment, object)
  }, [place, environment, object])
}

/** One search parameter; setting it replaces the history entry, so that Back leaves the screen. */
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

import { useCallback, useSyncExternalStore } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useApp } from './app-context.ts'
import { machineOf } from './machines-of.ts'

/** Current address of the navigation machine. */
const useShown = (part: 'pathname' | 'search'): string => {
  const { app } = useApp()
  return useSyncExternalStore(
    (changed) => {
      const subscription = machineOf(app, 'navigation')?.subscribe(changed)
      return () => subscription?.unsubscribe()
    },
    () => new URL(machineOf(app, 'navigation')?.getSnapshot().context.href ?? '/', 'http://app')[part],
  )
}

/** Router location backed by the navigation machine, which asks before unsaved changes are left. */
export const useNavigationLocation: BaseLocationHook = () => {
  const { app } = useApp()
  const path = useShown('pathname')
  const navigate = useCallback(
    (href: string, options?: { replace?: boolean }) =>
      machineOf(app, 'navigation')?.send({ type: 'GO', href, ...(options?.replace && { replace: true }) }),
    [app],
  )
  return [path, navigate]
}

/** Search string of the router. */
export const useNavigationSearch: BaseSearchHook = () => useShown('search').slice(1)

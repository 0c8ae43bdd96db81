import { useCallback, useSyncExternalStore } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useApp } from './app-context.ts'
import { machineOf } from './machines-of.ts'

/** The address that is shown, as the machine of navigation has it. */
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

/** The router's location: read from the machine, and changed by asking it, so that unsaved work is never left unasked. */
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

/** The router's query. */
export const useNavigationSearch: BaseSearchHook = () => useShown('search').slice(1)

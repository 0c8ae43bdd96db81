import { useSyncExternalStore } from 'react'
import { type ChartTheme, chartTheme } from './chart-theme.ts'

let shown: ChartTheme | null = null

const follow = (changed: () => void): (() => void) => {
  const renew = () => {
    shown = null
    changed()
  }
  const preference = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(renew)
  preference.addEventListener('change', renew)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    preference.removeEventListener('change', renew)
    chosen.disconnect()
  }
}

const current = (): ChartTheme => {
  shown ??= chartTheme()
  return shown
}

/** Chart theme of the page, resolved once per theme change. */
export const useChartTheme = (): ChartTheme => useSyncExternalStore(follow, current)

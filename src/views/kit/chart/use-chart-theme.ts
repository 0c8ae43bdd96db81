import { useSyncExternalStore } from 'react'
import { type ChartTheme, chartTheme } from './chart-theme.ts'

let shown: ChartTheme | null = null

const follow = (changed: () => void): (() => void) => {
  const renew = () => {
    shown = null
    changed()
  }
  // Paper is light.
  const preferences = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query))
  const chosen = new MutationObserver(renew)
  for (const preference of preferences) preference.addEventListener('change', renew)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const preference of preferences) preference.removeEventListener('change', renew)
    chosen.disconnect()
  }
}

const current = (): ChartTheme => {
  shown ??= chartTheme()
  return shown
}

/** Chart theme of the page, resolved once per theme change. */
export const useChartTheme = (): ChartTheme => useSyncExternalStore(follow, current)

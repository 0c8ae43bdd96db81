import { useSyncExternalStore } from 'react'

/** Whether a media query holds, followed as it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )

/** The widths at which the layout changes, as the style sheets have them. */
export const PHONE = '(max-width: 640px)'
export const RAIL = '(max-width: 1100px)'

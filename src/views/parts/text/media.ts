import { useSyncExternalStore } from 'react'

/** Whether a media query matches, updated as it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )

/** Breakpoints, as in the stylesheets. */
export const PHONE = '(max-width: 640px)'
export const RAIL = '(max-width: 1100px)'
/** A finger instead of a mouse. */
export const TOUCH = '(pointer: coarse)'

import { useSyncExternalStore } from 'react'

const query = '(max-width: 640px)'

const follow = (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window has a phone's width. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => matchMedia(query).matches)

import { useEffect, useRef } from 'react'
import { placeOf } from '../../commands/addresses.ts'
import { useHref } from './use-place.ts'

/** A screen that has just been changed to needs this long before its parts stand where they will. */
const SCROLL_DELAY_MS = 500

/** Goes to where the address points within its screen: the named element below the top bar, else the top of another screen. */
export const useArrival = (): void => {
  const href = useHref()
  const before = useRef<string | null>(null)
  useEffect(() => {
    const place = placeOf(href)
    const name = 'redirect' in place ? null : place.name
    const isOtherScreen = name !== before.current
    before.current = name
    const [, hash] = href.split('#')
    if (!hash) {
      if (isOtherScreen) window.scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    // The distance to the top is the stylesheet's `scroll-padding-top`, and so is the smoothness.
    const timer = setTimeout(
      () => document.getElementById(decodeURIComponent(hash))?.scrollIntoView(),
      isOtherScreen ? SCROLL_DELAY_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [href])
}

import { useEffect, useRef } from 'react'
import { matchRoute } from '../../commands/core/addresses.ts'
import { useHref } from './use-current-route.ts'

/** Time for a new screen to settle its layout, in milliseconds. */
const SCROLL_DELAY_MS = 500

/** Calls back once an element with the id exists, because the screen may still be loading. Returns a function that cancels the wait. */
const whenThere = (id: string, found: (element: HTMLElement) => void): (() => void) => {
  const look = (): boolean => {
    const element = document.getElementById(id)
    if (element) found(element)
    return element !== null
  }
  if (look()) return () => {}
  const observer = new MutationObserver(() => look() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/**
 * Scrolls to the target of the address: the named element below the top bar, or the top of a new screen.
 * The stylesheet sets offset and smoothness.
 */
export const useArrival = (): void => {
  const href = useHref()
  const before = useRef<string | null>(null)
  useEffect(() => {
    const place = matchRoute(href)
    const name = 'redirect' in place ? null : place.name
    const isOtherScreen = name !== before.current
    before.current = name
    const [, hash] = href.split('#')
    if (!hash) {
      if (isOtherScreen) window.scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    let end = () => {}
    const timer = setTimeout(
      () => {
        end = whenThere(decodeURIComponent(hash), (element) => element.scrollIntoView())
      },
      isOtherScreen ? SCROLL_DELAY_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [href])
}

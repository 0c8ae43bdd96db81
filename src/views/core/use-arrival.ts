import { useEffect, useRef } from 'react'
import { placeOf } from '../../commands/core/addresses.ts'
import { useHref } from './use-place.ts'

/** A screen that has just been changed to needs this long before its parts stand where they will. */
const SCROLL_DELAY_MS = 500

/** Calls back once an element of that id is there: what a screen shows may still be on its way. Answers what ends the waiting. */
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
 * Goes to where the address points within its screen: the named element below the top bar, else the top of another screen.
 * The distance to the top, and the smoothness, are the stylesheet’s.
 */
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

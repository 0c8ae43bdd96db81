import { useEffect, useRef } from 'react'
import { matchRoute } from '../../commands/core/addresses.ts'
import { useHref } from './use-current-route.ts'
import { visitId, visitMemory } from './visit.ts'

/** Time for a new screen to settle its layout, in milliseconds. */
const SCROLL_DELAY_MS = 500
/** A screen that is not as long as it was after this time, in milliseconds, stays where it is. */
const RESTORE_WITHIN_MS = 5_000

/** Scroll positions in px. */
const positions = visitMemory<number>()
const POSITION = 'window'

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

/** Scrolls to a position once the screen is long enough. A person who scrolls or types meanwhile ends it. Returns a function that cancels it. */
const restorePosition = (top: number): (() => void) => {
  const isThere = (): boolean => {
    window.scrollTo({ top, behavior: 'instant' })
    return Math.abs(window.scrollY - top) < 1
  }
  if (isThere()) return () => {}
  const ending = new AbortController()
  const observer = new ResizeObserver(() => isThere() && ending.abort())
  const timer = setTimeout(() => ending.abort(), RESTORE_WITHIN_MS)
  ending.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  observer.observe(document.body)
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, () => ending.abort(), { signal: ending.signal, passive: true })
  return () => ending.abort()
}

const rememberPosition = (): void => positions.remember(POSITION, window.scrollY)

/**
 * Scrolls to the target of the address: the position that Back or Forward returns to, the named element below the top bar,
 * or the top of a new screen. The stylesheet sets offset and smoothness.
 */
export const useArrival = (): void => {
  const href = useHref()
  const before = useRef<string | null>(null)
  const visited = useRef<string | null>(null)
  useEffect(() => {
    // The browser would scroll the screen that is left, before the one that is entered is drawn.
    history.scrollRestoration = 'manual'
    addEventListener('scroll', rememberPosition, { passive: true })
    return () => removeEventListener('scroll', rememberPosition)
  }, [])
  useEffect(() => {
    const place = matchRoute(href)
    const name = 'redirect' in place ? null : place.name
    const isOtherScreen = name !== before.current
    before.current = name
    const visit = visitId()
    const isOtherVisit = visit !== visited.current
    visited.current = visit
    const position = isOtherVisit ? positions.recall(POSITION) : undefined
    if (position !== undefined) return restorePosition(position)
    const [, hash] = href.split('#')
    if (!hash) {
      if (isOtherScreen) window.scrollTo({ top: 0, behavior: 'instant' })
      rememberPosition()
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

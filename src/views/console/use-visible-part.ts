import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells the dialog around an element which part of the page can be seen: an on-screen keyboard covers the rest. `--visible-h` is its height
 * and `--visible-top` its distance from the top, in px. Only where there is such a keyboard: asking for the height lays the page out.
 */
export const useVisiblePart = (element: RefObject<HTMLElement | null>, isTouch: boolean): void => {
  useLayoutEffect(() => {
    const { visualViewport: view } = window
    if (!view || !isTouch) return
    const tell = () => {
      const dialog = element.current?.closest<HTMLElement>('[role=dialog]')
      dialog?.style.setProperty('--visible-h', `${view.height}px`)
      dialog?.style.setProperty('--visible-top', `${view.offsetTop}px`)
    }
    tell()
    view.addEventListener('resize', tell)
    view.addEventListener('scroll', tell)
    return () => {
      view.removeEventListener('resize', tell)
      view.removeEventListener('scroll', tell)
    }
  }, [element, isTouch])
}

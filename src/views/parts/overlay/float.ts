import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Align, type Box, placement } from './placement.ts'

const GAP_PX = 6

type Float = {
  /** Open state as reported by the browser. */
  readonly open: boolean
  close(): void
}

/**
 * Keeps a `popover` panel next to its anchor while open. The browser puts it in the top layer, closes it on Esc and on a click
 * outside, and restores focus. `onOpened` runs once it is placed.
 */
export const useFloat = (
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<{ getBoundingClientRect(): Box } | null>,
  { align, onOpened }: { align: Align; onOpened?: (panel: HTMLElement) => void },
): Float => {
  const [open, setOpen] = useState(false)
  const opened = useEffectEvent((element: HTMLElement) => onOpened?.(element))
  useEffect(() => {
    const element = panel.current
    if (!element) return
    // Rendered before it shows and until it is hidden, so that the browser can restore focus from an element inside.
    const shows = (event: Event) => event instanceof ToggleEvent && event.newState === 'open'
    const before = (event: Event) => {
      if (shows(event)) setOpen(true)
    }
    const after = (event: Event) => {
      setOpen(shows(event))
      // Visible from here on, so that an element inside can take focus.
      if (shows(event)) opened(element)
    }
    element.addEventListener('beforetoggle', before)
    element.addEventListener('toggle', after)
    return () => {
      element.removeEventListener('beforetoggle', before)
      element.removeEventListener('toggle', after)
    }
  }, [panel])
  useEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const place = () => {
      const { innerWidth: width, innerHeight: height } = window
      element.style.maxBlockSize = ''
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const box = anchor.current?.getBoundingClientRect()
      if (!box) return
      const found = placement(box, size, { width, height }, align, GAP_PX)
      element.style.left = `${Math.round(found.left)}px`
      element.style.top = `${Math.round(found.top)}px`
      element.style.maxBlockSize = `${Math.floor(found.maxHeight)}px`
    }
    place()
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Node) || !element.contains(target)) place()
    }
    const resized = new ResizeObserver(place)
    resized.observe(element)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', scrolled, true)
    return () => {
      resized.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', scrolled, true)
    }
  }, [open, panel, anchor, align])
  return { open, close: () => panel.current?.hidePopover() }
}

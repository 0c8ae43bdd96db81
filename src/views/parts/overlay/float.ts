import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Align, placement } from './placement.ts'

const GAP_PX = 6

type Float = {
  /** Whether it is open, as the browser says. */
  readonly open: boolean
  close(): void
}

/**
 * Keeps a `popover` panel beside its anchor while it is open: the browser brings it to the top layer, closes it on Esc and on a click
 * outside, and gives the focus back. `onOpened` runs once it is placed.
 */
export const useFloat = (
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  { align, onOpened }: { align: Align; onOpened?: (panel: HTMLElement) => void },
): Float => {
  const [open, setOpen] = useState(false)
  const opened = useEffectEvent((element: HTMLElement) => onOpened?.(element))
  useEffect(() => {
    const element = panel.current
    if (!element) return
    // Drawn before it shows, and until it is gone: what had the focus in it must be there for the browser to give it back.
    const shows = (event: Event) => event instanceof ToggleEvent && event.newState === 'open'
    const before = (event: Event) => {
      if (shows(event)) setOpen(true)
    }
    const after = (event: Event) => {
      setOpen(shows(event))
      // Only now does it show, so that something in it can take the focus.
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

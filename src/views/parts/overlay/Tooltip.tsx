import { useEffect, useRef } from 'react'
import { formats } from '../text/format.ts'
import { placement } from './placement.ts'
import classes from './Tooltip.module.css'

const HOVER_DELAY_MS = 350
const BESIDE_PX = 8

const wanted = (element: HTMLElement): boolean =>
  element.dataset.tipWhen !== 'cut' || element.scrollWidth > element.clientWidth

const ownerOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip], time[datetime]') : null

/** Tooltip of an instant in UTC, formatted on demand because a list has hundreds. */
const wordsOf = (element: HTMLElement): string =>
  element.dataset.tip ?? formats.utc(Date.parse(element.getAttribute('datetime') ?? ''))

/**
 * The app's only tooltip: shows `data-tip` of the element hovered or focused by keyboard. It lies in the top layer, so that no
 * scrolling container clips it, stays while hovered, and closes on Esc.
 */
export const TooltipLayer = () => {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = layer.current
    if (!panel) return
    let owner: HTMLElement | null = null
    /** The owner that has the focus by keyboard. */
    let byFocus: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      owner = null
      byFocus = null
      if (panel.matches(':popover-open')) panel.hidePopover()
    }
    const show = (element: HTMLElement) => {
      owner = element
      if (!element.isConnected || !wanted(element)) return
      panel.textContent = wordsOf(element)
      // A dialog opened meanwhile lies above the tooltip: showing it again brings it to the top.
      if (panel.matches(':popover-open')) panel.hidePopover()
      panel.showPopover()
      const anchor = element.getBoundingClientRect()
      const size = panel.getBoundingClientRect()
      const { innerWidth: width, innerHeight: height } = window
      const place =
        element.dataset.tipWhen === 'beside'
          ? { left: anchor.right + BESIDE_PX, top: (anchor.top + anchor.bottom - size.height) / 2 }
          : placement(anchor, size, { width, height }, 'centre', 0)
      panel.style.translate = `${Math.round(place.left)}px ${Math.round(place.top)}px`
    }
    const over = ({ target, pointerType }: PointerEvent) => {
      const element = ownerOf(target)
      if (pointerType === 'touch' || element === owner || (target instanceof Node && panel.contains(target))) return
      const wasOpen = owner !== null
      hide()
      if (element) timer = setTimeout(() => show(element), wasOpen ? 0 : HOVER_DELAY_MS)
    }
    // Deferred, because focus may move while another layer shows or hides.
    const showFocused = (element: HTMLElement) => {
      byFocus = element
      timer = setTimeout(() => show(element))
    }
    const focused = ({ target }: FocusEvent) => {
      const element = ownerOf(target)
      if (element && target instanceof Element && target.matches(':focus-visible')) showFocused(element)
    }
    // The browser scrolls an element into view when it gets the focus: its tooltip follows it there.
    const scrolled = () => {
      const element = byFocus
      hide()
      if (element) showFocused(element)
    }
    const keyed = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerdown', hide, true)
    document.addEventListener('focusin', focused)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', keyed, true)
    document.addEventListener('scroll', scrolled, true)
    return () => {
      hide()
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerdown', hide, true)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', keyed, true)
      document.removeEventListener('scroll', scrolled, true)
    }
  }, [])
  // Hidden from screen readers: its text is already the accessible name or description of its owner.
  return <div ref={layer} className={classes.layer} popover="manual" aria-hidden="true" />
}

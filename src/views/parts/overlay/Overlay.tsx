import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { pathOf } from '../../../../machines/navigation.ts'
import { type ActSpec, useActs } from '../act/acts.ts'
import { focusPage } from '../form/focus-page.ts'
import { classNames } from '../text/class-names.ts'
import classes from './Dialog.module.css'
import { useClosingEnter } from './double-press.ts'
import { whenIdle } from './when-idle.ts'

type OverlayProps = {
  label: string
  /** Runs on Esc and on a click outside. */
  closing: ActSpec
  className?: string
  children: ReactNode
}

/** Milliseconds after which the page behind is inert at the latest. The browser restyles all of it for that. */
const INERT_MS = 500

const FOCUSABLE = 'input:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]'

/** Everything of the page that neither holds an element nor is inert already. Toasts stay: they have a live region. */
const besides = (element: HTMLElement): readonly HTMLElement[] => {
  const found: HTMLElement[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement)
    for (const each of at.parentElement.children)
      if (each instanceof HTMLElement && each !== at && !each.inert && !each.matches('script, style, [popover]'))
        found.push(each)
  return found
}

/**
 * Dialog that opens without delay, for use with a keyboard shortcut. A modal `<dialog>` makes the page inert, for which the browser
 * restyles all of it; on a long list that takes longer than rendering the dialog. This one covers the page and traps focus, and makes
 * the page inert once there is time.
 */
export const Overlay = ({ label, closing, className, children }: OverlayProps) => {
  const acts = useActs()
  const layer = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const enter = useClosingEnter()
  useLayoutEffect(() => {
    const before = document.activeElement
    const openedAt = pathOf(location.pathname)
    const element = layer.current
    element?.showPopover()
    let behind: readonly HTMLElement[] = []
    const stopWaiting = whenIdle(() => {
      behind = element ? besides(element) : []
      for (const each of behind) each.inert = true
    }, INERT_MS)
    return () => {
      stopWaiting()
      enter.closed()
      for (const each of behind) each.inert = false
      // The chosen command may have navigated and moved focus.
      const isHere = document.activeElement === document.body || element?.contains(document.activeElement)
      // A page that was arrived at behind the overlay was inert, so it could not take the focus yet.
      const target = pathOf(location.pathname) === openedAt && before !== document.body ? before : null
      if (!isHere) return
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      // What had the focus may be gone, as the row that the command deleted.
      if (target === null || document.activeElement !== target) focusPage()
    }
  }, [enter])
  const close = () => acts.perform(closing.command, closing.args)
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key !== 'Tab' || event.defaultPrevented) return
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
    const end = event.shiftKey ? stops[0] : stops.at(-1)
    if (document.activeElement !== end) return
    event.preventDefault()
    stops.at(event.shiftKey ? -1 : 0)?.focus()
  }
  // A click outside must not take focus.
  const pressed = (event: MouseEvent) => {
    if (event.target !== layer.current) return
    event.preventDefault()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the scrim; Esc does the same
    <div
      ref={layer}
      popover="manual"
      className={classes.overlay}
      {...enter.keys}
      onKeyDown={keyed}
      onMouseDown={pressed}
    >
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        className={classNames(classes.dialog, classes.risen, className)}
      >
        <div className={classes.inside}>{children}</div>
      </div>
    </div>
  )
}

import type { BrowserContext } from 'playwright'

/** Pointer events that pages of a browser have had: those of a mouse, a pen or a finger, and clicks that no key made. */
export type PointerWatch = { readonly seen: readonly string[] }

/** Watches all pages that a browser opens from now on. A click by Enter or Space has no count of presses, unlike one by a pointer. */
export const watchPointer = async (context: BrowserContext): Promise<PointerWatch> => {
  const seen: string[] = []
  await context.exposeBinding('sondePointerSeen', (_, words: string) => void seen.push(words))
  await context.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'sondePointerSeen')
    const tell = (event: Event) => {
      const isByKey = event instanceof MouseEvent && event.type === 'click' && event.detail === 0
      if (!isByKey && typeof report === 'function') report(`${event.type} at ${location.pathname}`)
    }
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'click', 'dblclick', 'wheel'])
      window.addEventListener(type, tell, { capture: true, passive: true })
  })
  return { seen }
}

import { type RefObject, useEffect } from 'react'

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest of some boxes in a direction: across it, distance counts more than along it. */
const nearest = (
  from: DOMRect,
  links: readonly HTMLElement[],
  [x, y]: readonly [number, number],
): HTMLElement | null => {
  let best: HTMLElement | null = null
  let least = Number.POSITIVE_INFINITY
  for (const link of links) {
    const box = link.getBoundingClientRect()
    const along = x !== 0 ? (box.left - from.left) * x : (box.top - from.top) * y
    const across = Math.abs(x !== 0 ? box.top - from.top : box.left - from.left)
    if (along < 1) continue
    const distance = along + across * 4
    if (distance < least) [best, least] = [link, distance]
  }
  return best
}

/** Lets arrows move the focus among the links within an element, by where they stand; from its search, down leads to the first. */
export const useArrowKeys = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const frame = within.current
    if (!frame) return
    const keyed = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      const { target } = event
      if (!step || !(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
      const links = [...frame.querySelectorAll<HTMLElement>('a[href]')]
      const isInput = target instanceof HTMLInputElement
      if (isInput && event.key !== 'ArrowDown') return
      const next = isInput ? links[0] : nearest(target.getBoundingClientRect(), links, step)
      const back = !next && event.key === 'ArrowUp' ? frame.querySelector<HTMLElement>('[data-filter]') : null
      event.preventDefault()
      event.stopPropagation()
      ;(next ?? back)?.focus()
    }
    frame.addEventListener('keydown', keyed)
    return () => frame.removeEventListener('keydown', keyed)
  }, [within])
}

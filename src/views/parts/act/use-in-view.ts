import { type RefObject, useEffect } from 'react'

/** Room beside the one that is scrolled into view, so that its neighbour shows that there is more. */
const NEIGHBOUR_PX = 40

/** Scrolls a row of choices that is wider than its frame until the current one is seen. */
export const useInView = (row: RefObject<HTMLElement | null>, current: number): void =>
  useEffect(() => {
    const frame = row.current
    const element = frame?.children[current]
    if (!frame || !(element instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => {
      const hiddenBy = element.offsetLeft + element.offsetWidth + NEIGHBOUR_PX - frame.clientWidth
      if (hiddenBy > 0) frame.scrollLeft = hiddenBy
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [row, current])

import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '../parts/overlay/after-paint.ts'
import { useStable } from './use-stable.ts'

/** The text in a field that is ahead of what was told of it. */
export type Typing = {
  /** The text of the field has changed. */
  readonly typed: () => void
  /** Tells the text now, and has it drawn: for keys that act on it. */
  readonly flush: () => void
  /** Whether the field shows a text that was not told yet. */
  readonly isAhead: () => boolean
}

/** Tells what is typed into a field after the frame that shows it, so that a letter waits for nothing but the browser. */
export const useTyping = (field: RefObject<HTMLInputElement | null>, tell: (text: string) => void): Typing => {
  const stopWaiting = useRef<(() => void) | null>(null)
  const toldNow = useStable(tell)
  const flush = useCallback(() => {
    if (!stopWaiting.current) return
    stopWaiting.current()
    stopWaiting.current = null
    const text = field.current?.value
    if (text !== undefined) flushSync(() => toldNow(text))
  }, [field, toldNow])
  useEffect(() => () => stopWaiting.current?.(), [])
  return useMemo(
    () => ({
      typed: () => {
        stopWaiting.current ??= afterPaint(flush)
      },
      flush,
      isAhead: () => stopWaiting.current !== null,
    }),
    [flush],
  )
}

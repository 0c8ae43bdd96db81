import { type RefObject, startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../parts/overlay/after-paint.ts'

/**
 * A value as it was painted last; null before. What follows from it is rendered after the frame that shows it, and further changes
 * interrupt that rendering. A deferred value alone would often be rendered before the frame, which then comes late. `shown` is a value
 * that is on the screen already: nothing waits for it.
 */
export const useAfterPaint = <Value>(value: Value, shown: RefObject<Value | null>): Value | null => {
  const [painted, setPainted] = useState<Value | null>(null)
  useEffect(() => {
    const follow = () => startTransition(() => setPainted(value))
    if (shown.current === value) follow()
    else return afterPaint(follow)
  }, [value, shown])
  return painted
}

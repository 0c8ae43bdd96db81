import { startTransition, useEffect, useState } from 'react'

/**
 * A value as it was painted last; null before. What follows from it is rendered after the frame that shows it, and further changes
 * interrupt that rendering. A deferred value alone would often be rendered before the frame, which then comes late.
 */
export const useAfterPaint = <Value>(value: Value): Value | null => {
  const [painted, setPainted] = useState<Value | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}

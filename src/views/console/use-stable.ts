import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for all renderings, which calls the latest one: a part that is given it need not be drawn again. */
export const useStable = <Arguments extends readonly unknown[]>(
  latest: (...given: Arguments) => void,
): ((...given: Arguments) => void) => {
  const held = useRef(latest)
  useLayoutEffect(() => {
    held.current = latest
  })
  return useCallback((...given: Arguments) => held.current(...given), [])
}

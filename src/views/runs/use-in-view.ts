import { type RefObject, useEffect, useRef } from 'react'

/** Brings an element into view when a trial that it shows begins and when it ends: the button may stand far from it. */
export const useInView = (isTrying: boolean): RefObject<HTMLDivElement | null> => {
  const shown = useRef<HTMLDivElement>(null)
  const wasTrying = useRef(false)
  useEffect(() => {
    if (isTrying !== wasTrying.current) shown.current?.scrollIntoView({ block: 'nearest' })
    wasTrying.current = isTrying
  }, [isTrying])
  return shown
}

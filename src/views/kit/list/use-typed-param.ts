import { useEffect, useRef, useState } from 'react'
import { useSearchParam } from '../../core/use-place.ts'

/** The address follows what is typed after this long, so that a letter costs no navigation. */
const ADDRESS_FOLLOWS_MS = 250

/** A parameter of the address that is typed: what is seen follows each key, the address a moment later. Commands and links change both. */
export const useTypedParam = (name: string): [value: string, set: (value: string) => void] => {
  const [stored, store] = useSearchParam(name)
  const [typed, type] = useState(stored)
  const last = useRef(stored)
  useEffect(() => {
    if (stored === last.current) return
    last.current = stored
    type(stored)
  }, [stored])
  useEffect(() => {
    if (typed === last.current) return
    const timer = setTimeout(() => {
      last.current = typed
      store(typed)
    }, ADDRESS_FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [typed, store])
  return [typed, type]
}

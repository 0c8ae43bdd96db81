import { useCallback } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'

/** Prints the page when a command asks for it. */
export const usePrinting = (): void =>
  useScreenEvents(
    'screen',
    useCallback(({ type }) => {
      if (type === 'PRINT') print()
    }, []),
  )

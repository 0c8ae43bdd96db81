import { useLayoutEffect, useRef } from 'react'
import { PartNotice } from '../kit/part/PartNotice.tsx'
import { Overlay } from '../parts/overlay/Overlay.tsx'

const CLOSING = { command: 'console.close' }

/** Stands for the console while its code cannot be fetched. What was typed is in its line when it comes. */
export const ConsoleNotLoaded = ({ retry }: { retry: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <Overlay label="Command palette" closing={CLOSING}>
      <div ref={box}>
        <PartNotice sentence="The console did not load." retry={retry} />
      </div>
    </Overlay>
  )
}

import type { ReactNode } from 'react'
import type { Place } from '../../commands/addresses.ts'
import { SkipLink } from '../parts/SkipLink.tsx'
import { TooltipLayer } from '../parts/Tooltip.tsx'
import { ConsoleLayer } from './ConsoleLayer.tsx'
import { Keys } from './Keys.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'
import { SecretLayer } from './SecretLayer.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { ToastLayer } from './ToastLayer.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'

/** The house behind the front door: the shell, the keys, the console, and what floats above the page. */
export const Inner = ({ place, hasShell, children }: { place: Place; hasShell: boolean; children: ReactNode }) => {
  useArrivalFocus(hasShell)
  return (
    <>
      {hasShell ? (
        <ShellFrame place={place}>{children}</ShellFrame>
      ) : (
        <>
          <SkipLink to="main" />
          <main id="main" tabIndex={-1} className="plain">
            {children}
          </main>
          <TooltipLayer />
        </>
      )}
      <Keys />
      <LeavingDialog />
      <ToastLayer />
      <ConsoleLayer />
      <SecretLayer />
    </>
  )
}

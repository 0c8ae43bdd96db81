import type { ReactNode } from 'react'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import { useArrivalFocus } from '../core/use-arrival-focus.ts'
import { SkipLink } from '../parts/act/SkipLink.tsx'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { ConsoleLayer } from './ConsoleLayer.tsx'
import { Keys } from './Keys.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'
import { SecretLayer } from './SecretLayer.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { ToastLayer } from './ToastLayer.tsx'

/** The house behind the front door: the shell, the keys, the console, and what floats above the page. */
export const SignedInApp = ({
  place,
  hasShell,
  children,
}: {
  place: RouteMatch
  hasShell: boolean
  children: ReactNode
}) => {
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

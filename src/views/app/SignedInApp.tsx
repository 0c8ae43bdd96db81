import type { ReactNode } from 'react'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import { useArrival } from '../core/use-arrival.ts'
import { useArrivalFocus } from '../core/use-arrival-focus.ts'
import { useStoredUndo } from '../core/use-stored-undo.ts'
import { lazyPart } from '../kit/part/lazy-part.tsx'
import { PartNotice } from '../kit/part/PartNotice.tsx'
import { SkipLink } from '../parts/act/SkipLink.tsx'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { ConsoleLayer } from './ConsoleLayer.tsx'
import { Keys } from './Keys.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SecretLayer } from './SecretLayer.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { ToastLayer } from './ToastLayer.tsx'

/** Says which rule of its organization keeps the project closed. Few ever see it, so it is loaded when it is needed. */
export const Barred = lazyPart({
  load: () => import('../accounts/BarredProject.tsx'),
  arriving: () => null,
  failed: (retry) => <PartNotice sentence="This page did not load." retry={retry} />,
})

type SignedInAppProps = {
  place: RouteMatch
  hasShell: boolean
  /** The address leads to nothing that this account may see. */
  isMissing?: boolean
  children?: ReactNode
}

/** The house behind the front door: the shell, the keys, the console, and what floats above the page. */
export const SignedInApp = ({ place, hasShell, isMissing = false, children }: SignedInAppProps) => {
  useStoredUndo()
  useArrival()
  useArrivalFocus(hasShell)
  return (
    <>
      {hasShell ? (
        <ShellFrame place={place} isMissing={isMissing}>
          {isMissing ? <NothingHere /> : children}
        </ShellFrame>
      ) : (
        <>
          <SkipLink to="main" />
          <ConnectionNotice />
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

import { useEffect } from 'react'
import type { UndoEntry } from '../../../machines/undo.ts'
import { useApp } from './app-context.ts'
import { machineOf, useMachine } from './machines-of.ts'

const PLACE = 'undo'

/** The entries that are stored for an account; none where they are somebody else's. What a later version stores otherwise is not read. */
const storedFor = (account: string, stored: unknown): readonly UndoEntry[] => {
  const { account: owner, done }: { account?: unknown; done?: unknown } = Object(stored)
  if (owner !== account || !Array.isArray(done)) return []
  return done.filter(
    (each) => typeof each?.number === 'number' && Array.isArray(each.steps) && each.refusal !== undefined,
  )
}

/**
 * Keeps the actions that can be undone through a reload of the page: in its tab alone, for the account that made them, and until somebody signs
 * out, which leaves the page.
 */
export const useStoredUndo = (): void => {
  const { app, sessionStore } = useApp()
  const account = useMachine('sign-in', (snapshot) => snapshot?.context.user?.sub ?? null)
  useEffect(() => {
    const undo = machineOf(app, 'undo')
    if (!undo || account === null) return
    const stored = storedFor(account, sessionStore.read(PLACE))
    if (stored.length === 0) sessionStore.forget(PLACE)
    if (undo.getSnapshot().matches('empty')) for (const entry of stored) undo.send({ type: 'DID', entry })
    const writing = undo.subscribe(({ context: { done } }) => sessionStore.write(PLACE, { account, done }))
    const leaving = machineOf(app, 'sign-in')?.subscribe(({ context }) => {
      if (context.leavingTo === 'sign-out') sessionStore.forget(PLACE)
    })
    return () => {
      writing.unsubscribe()
      leaving?.unsubscribe()
    }
  }, [app, account, sessionStore])
}

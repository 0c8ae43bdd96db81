import { accessStateOf } from '../core/access-state.ts'
import { useApp } from '../core/app-context.ts'
import { verdictOn } from '../core/gate.ts'
import { useMachine } from '../core/machines-of.ts'
import { useHref } from '../core/use-current-route.ts'

/** The gate's verdict on the address, and the access that it follows from. */
export const useVerdict = () => {
  const { app } = useApp()
  const href = useHref()
  // The access is read off these machines; these readings say when it may have changed.
  const session = useMachine('sign-in', (snapshot) => snapshot?.value)
  const project = useMachine('project', (snapshot) => snapshot)
  const standing = accessStateOf(app)
  return { verdict: verdictOn(href, standing), standing, session, project }
}

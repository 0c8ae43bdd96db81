import { isShownOnce } from '../../../machines/navigation.ts'
import { useMachine } from '../core/machines-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { Dialog } from '../parts/overlay/Dialog.tsx'

/** Asks before unsaved changes are left behind. */
export const LeavingDialog = () => {
  const asks = useMachine('navigation', (snapshot) => snapshot?.hasTag('asking') ?? false)
  const isSecret = useMachine('navigation', (snapshot) => isShownOnce(snapshot?.context.dirty?.what))
  if (!asks) return null
  if (isSecret)
    return (
      <Dialog
        title="Leave without storing the secret?"
        closing={{ command: 'navigation.stay' }}
        holdsInput
        actions={
          <>
            <Act command="navigation.stay" kind="primary" label="Keep it open" />
            <Act command="navigation.leave" kind="danger" label="Leave" />
          </>
        }
      >
        <p>You will not see this secret again.</p>
      </Dialog>
    )
  return (
    <Dialog
      title="Leave without saving?"
      closing={{ command: 'navigation.stay' }}
      holdsInput
      actions={
        <>
          <Act command="navigation.stay" kind="primary" />
          <Act command="navigation.leave" kind="danger" />
        </>
      }
    >
      <p>Your changes on this page are not saved. Leaving discards them.</p>
    </Dialog>
  )
}

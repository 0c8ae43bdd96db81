import { Act } from '../../../src/views/parts/act/Act.tsx'
import { Dialog } from '../../../src/views/parts/overlay/Dialog.tsx'
import type { StageState } from './stage.ts'

/** A question that "Add alert" asks and "dialog.close" ends. */
export const DialogSpecimen = ({ told }: StageState) => {
  const last = told.findLast(({ id }) => id === 'alert.add' || id === 'dialog.close')
  if (last?.id !== 'alert.add') return null
  return (
    <Dialog
      title="Leave without saving?"
      closing={{ command: 'dialog.close' }}
      actions={
        <>
          <Act command="form.discard" kind="danger" label="Leave and discard" />
          <Act command="dialog.close" kind="secondary" label="Stay" />
        </>
      }
    >
      <p>4 changes to “Checkout · capture payment” are not saved.</p>
    </Dialog>
  )
}

import { useMachine, useMachineRef } from '../core/machines-of.ts'
import { Toasts } from '../parts/overlay/Toasts.tsx'

/** Toasts about completed actions, one line each. */
export const ToastLayer = () => {
  const ref = useMachineRef('toasts')
  const toasts = useMachine('toasts', (snapshot) => snapshot?.context.toasts) ?? []
  return (
    <Toasts
      toasts={toasts.map(({ id, text, undo, category }) => ({
        id,
        text,
        category,
        ...(undo && { undo: { command: 'toast.undo' } }),
      }))}
      onHold={() => ref?.send({ type: 'HOLD' })}
      onRelease={() => ref?.send({ type: 'RELEASE' })}
    />
  )
}

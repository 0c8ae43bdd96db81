import type { ToastLink } from '../../../machines/toasts.ts'
import { useMachine, useMachineRef } from '../core/machines-of.ts'
import type { Place } from '../parts/act/links.ts'
import { Toasts } from '../parts/overlay/Toasts.tsx'

/** The place that a message leads to. */
const placeOf = (link: ToastLink): Place & { label: string } =>
  link.to === 'result'
    ? { to: 'result', params: { resultId: link.resultId }, label: 'Result' }
    : { to: 'results', search: { from: link.from }, label: 'Results' }

/** What was done, in one line each. */
export const ToastLayer = () => {
  const ref = useMachineRef('toasts')
  const toasts = useMachine('toasts', (snapshot) => snapshot?.context.toasts) ?? []
  return (
    <Toasts
      toasts={toasts.map(({ id, text, undo, category, link }) => ({
        id,
        text,
        category,
        ...(undo && { undo: { command: 'toast.undo' } }),
        ...(link && { link: placeOf(link) }),
      }))}
      onHold={() => ref?.send({ type: 'HOLD' })}
      onRelease={() => ref?.send({ type: 'RELEASE' })}
    />
  )
}

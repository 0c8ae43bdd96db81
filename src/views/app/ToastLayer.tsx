import type { ToastLink } from '../../../machines/toasts.ts'
import { useApp } from '../core/app-context.ts'
import { useMachine, useMachineRef } from '../core/machines-of.ts'
import type { LinkTarget } from '../parts/act/links.ts'
import { Toasts } from '../parts/overlay/Toasts.tsx'

/** The target of a message's link. */
const targetOf = (link: ToastLink): LinkTarget & { label: string } =>
  link.to === 'result'
    ? { to: 'result', params: { resultId: link.resultId }, label: 'Result' }
    : { to: 'results', search: { from: link.from }, label: 'Results' }

/** Toasts about completed actions, one line each. */
export const ToastLayer = () => {
  const ref = useMachineRef('toasts')
  const toasts = useMachine('toasts', (snapshot) => snapshot?.context.toasts) ?? []
  // Another project has another stack, whose undo knows nothing of this one's actions.
  useMachine('project', (snapshot) => snapshot?.context.current)
  const undoable = useApp().world.undoable?.().done
  return (
    <Toasts
      toasts={toasts.map(({ id, text, undo, category, link }) => ({
        id,
        text,
        category,
        ...(undoable?.some((each) => each.id === undo) && {
          undo: { command: 'toast.undo', args: { entry: undo } },
          isNext: undoable.at(-1)?.id === undo,
        }),
        ...(link && { link: targetOf(link) }),
      }))}
      onHold={() => ref?.send({ type: 'HOLD' })}
      onRelease={() => ref?.send({ type: 'RELEASE' })}
    />
  )
}

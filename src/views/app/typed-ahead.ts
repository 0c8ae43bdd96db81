import type { ActorRefFrom } from 'xstate'
import type { consoleMachine } from '../../../machines/console.ts'
import { machineOf } from '../core/machines-of.ts'
import type { AppActor } from '../core/view-effects.ts'

type Console = ActorRefFrom<typeof consoleMachine>

/** Whether a key writes, or takes back what was written. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Backspace')

/** Types a key into a console that is open and not drawn yet: into its line, or the word of its question. */
export const typeAhead = (console: Console, key: string): void => {
  const now = console.getSnapshot()
  const { line, typed } = now.context
  const after = (text: string): string => (key === 'Backspace' ? text.slice(0, -1) : text + key)
  console.send(now.hasTag('confirming') ? { type: 'WORD', typed: after(typed) } : { type: 'TYPE', line: after(line) })
}

export type TypedAhead = {
  /** Takes a key for the question that is on its way; false where it is none for it. */
  readonly take: (event: KeyboardEvent) => boolean
}

/**
 * The letters after a key whose command always asks, as a deletion does: they are for the question, also before the console is open, and no
 * shortcuts. `isAtWork` says whether the command may still open it.
 */
export const newTypedAhead = (app: AppActor, isAtWork: () => boolean): TypedAhead => {
  let held: string[] = []
  let isOver = false
  const hand = (console: Console): void => {
    for (const key of held) typeAhead(console, key)
    held = []
  }
  return {
    take(event) {
      const console = machineOf(app, 'console')
      const isOpen = console?.getSnapshot().matches('open') ?? false
      const isDrawn = document.querySelector('dialog[open]') !== null
      isOver ||= isDrawn || (!isOpen && !isAtWork())
      if (isOver || !console || !isTyped(event)) return false
      event.preventDefault()
      // A key that is held down was pressed once.
      if (event.repeat) return true
      held.push(event.key)
      if (isOpen) hand(console)
      else {
        const subscription = console.subscribe((now) => {
          if (!now.matches('open')) return
          subscription.unsubscribe()
          // Opened later, it is for something else.
          if (!isAtWork()) held = []
          // The line is submitted right after it was opened with it.
          queueMicrotask(() => hand(console))
        })
      }
      return true
    },
  }
}

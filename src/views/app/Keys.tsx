import { useEffect, useRef, useState } from 'react'
import type { Press } from '../../commands/core/chord.ts'
import type { KeyBinding } from '../../commands/core/key-bindings.ts'
import {
  afterUnheard,
  HINT_MS,
  initialKeys,
  isModChordOf,
  type KeyState,
  keyMap,
  nextKeyStep,
  pendingHint,
} from '../../commands/core/keys.ts'
import { PendingKeys } from '../console/PendingKeys.tsx'
import { useApp } from '../core/app-context.ts'
import type { CommandRunner } from '../core/command-runner.ts'
import { machineOf } from '../core/machines-of.ts'
import { useActs } from '../parts/act/acts.ts'
import { earlyKeys, takeEarlyKeys } from './early-keys.ts'
import { passOverHeld } from './held-press.ts'
import { keptBack } from './kept-back.ts'
import { newTypedAhead, type TypedAhead } from './typed-ahead.ts'

const TEXT_FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]'
const CONTROLS = 'button, a[href], summary, input, [role=tab], [role=menuitem], [role=radio], [role=option]'

const targetOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null)

const pressOf = (event: KeyboardEvent, target = targetOf(event)): Press => ({
  key: event.key,
  ctrl: event.ctrlKey,
  meta: event.metaKey,
  alt: event.altKey,
  shift: event.shiftKey,
  typing: target?.closest(TEXT_FIELDS) != null,
  onControl: target?.closest(CONTROLS) != null,
  repeat: event.repeat,
})

/** Whether a command that was given by a key is being carried out: a second one would be passed over. */
const isAtWork = ({ ref }: CommandRunner, id: string): boolean =>
  ref.getSnapshot().context.running.some(({ command, args }) => command === id && Object.keys(args).length === 0)

/** Listens to the keyboard: a key is a command, wherever the focus is not in a text field. */
export const Keys = () => {
  const acts = useActs()
  const { app, world, commandRunner } = useApp()
  const state = useRef<KeyState>(initialKeys)
  /** What is typed after a key that deletes, until its question is drawn. */
  const asked = useRef<TypedAhead | null>(null)
  const [hint, setHint] = useState<readonly KeyBinding[]>([])
  useEffect(() => {
    if (earlyKeys().line !== null) machineOf(app, 'console')?.send({ type: 'OPEN' })
    else state.current = afterUnheard(takeEarlyKeys().lastAt)
  }, [app])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Shows what may follow once it is due, and removes it when the sequence is over. */
    const hintWhenDue = (): void => {
      clearTimeout(timer)
      setHint([])
      const { pending } = state.current
      if (pending)
        timer = setTimeout(() => setHint(pendingHint(state.current, keyMap(world), pending.sinceMs + HINT_MS)), HINT_MS)
    }
    const clicked = (): void => {
      if (!state.current.pending) return
      state.current = initialKeys
      hintWhenDue()
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      const isOpen = machineOf(app, 'console')?.getSnapshot().matches('open') ?? false
      const target = targetOf(event)
      // A layer above the page has keys of its own.
      const inLayer = isOpen || target?.closest('dialog, [role=dialog], [role=menu]') != null
      const press = pressOf(event, target)
      if (!press.typing && asked.current?.take(event)) return
      const opensConsole = isModChordOf('console.open', press, world.preferences.keys)
      // A modal dialog makes everything outside it inert, a console on top of it too, wherever the focus is.
      if (document.querySelector('dialog[open]')) {
        if (opensConsole) event.preventDefault()
        return
      }
      if (inLayer && !opensConsole) return
      // Keys act again once a text field is left.
      if (event.key === 'Escape' && press.typing)
        target?.closest<HTMLElement>('form[data-record], main')?.focus({ preventScroll: true })
      const step = nextKeyStep(state.current, press, keyMap(world), event.timeStamp, world.preferences.singleKeys)
      const isSame = step.state.pending === state.current.pending
      state.current = step.state
      if (!isSame) hintWhenDue()
      if (step.handled) event.preventDefault()
      if (!step.command) return
      // A key that is held down was pressed once, unless it moves through rows, as arrows do.
      const isMove = `${step.command.alsoKeys}`.includes('Arrow')
      if (event.repeat && !isMove) return
      const reason =
        !isMove && isAtWork(commandRunner, step.command.id)
          ? `“${step.command.title}” is still at work. Press the key again once it has ended.`
          : keptBack(step.command, world)
      if (reason === null) {
        if (step.command.effect === 'destroy')
          asked.current = newTypedAhead(app, () => isAtWork(commandRunner, `${step.command?.id}`))
        acts.perform(step.command.id)
      } else world.tell(reason, { category: 'WARNING' })
    }
    const held = (event: KeyboardEvent): void => passOverHeld(event, pressOf(event))
    window.addEventListener('keydown', held, true)
    document.addEventListener('keydown', listen)
    document.addEventListener('pointerdown', clicked, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', held, true)
      document.removeEventListener('keydown', listen)
      document.removeEventListener('pointerdown', clicked, true)
    }
  }, [app, acts, world, commandRunner])
  return <PendingKeys bindings={hint} />
}

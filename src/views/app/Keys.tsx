import { useEffect, useRef } from 'react'
import { type KeyState, keyMap, pressed, restingKeys } from '../../commands/keys.ts'
import type { Acts } from '../parts/acts.ts'
import { useApp } from './app-context.ts'
import { machineOf } from './machines-of.ts'

const TEXT_FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]'
const CONTROLS = 'button, a[href], summary, input, [role=tab], [role=menuitem], [role=radio], [role=option]'

/** Listens to the keyboard: a key is a command, wherever the focus is not in a text field. */
export const Keys = ({ acts }: { acts: Acts }) => {
  const { app, world } = useApp()
  const state = useRef<KeyState>(restingKeys)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      const isOpen = machineOf(app, 'console')?.getSnapshot().matches('open') ?? false
      const target = event.target instanceof Element ? event.target : null
      // A layer above the page has keys of its own.
      const inLayer = isOpen || target?.closest('dialog, [role=dialog], [role=menu]') != null
      if (inLayer && !(event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))) return
      const press = {
        key: event.key,
        ctrl: event.ctrlKey,
        meta: event.metaKey,
        alt: event.altKey,
        shift: event.shiftKey,
        typing: target?.closest(TEXT_FIELDS) != null,
        onControl: target?.closest(CONTROLS) != null,
      }
      const step = pressed(state.current, press, keyMap(world), event.timeStamp, world.preferences.singleKeys)
      state.current = step.state
      if (step.handled) event.preventDefault()
      if (step.command) acts.perform(step.command.id)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [app, acts, world])
  return null
}

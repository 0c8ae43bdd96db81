import { createContext, useContext, useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import type { EntityKind } from '../../commands/core/world.ts'

/** The machines of the screen that is shown, so that keys and commands reach its list and its form. */
export type ScreenMachines = {
  list: { readonly ref: AnyActorRef; readonly kind: EntityKind; readonly nameOf: (id: string) => string } | null
  draft: { readonly ref: AnyActorRef } | null
  /** A screen's own: the debug screen's recorder, a chart. Several parts of a screen may listen under one name. */
  other: Map<string, (event: { type: string }) => void>
  readonly hearers: Map<string, Set<(event: { type: string }) => void>>
  readonly listeners: Set<() => void>
}

export const newScreenMachines = (): ScreenMachines => ({
  list: null,
  draft: null,
  other: new Map(),
  hearers: new Map(),
  listeners: new Set(),
})

export const ScreenMachinesContext = createContext<ScreenMachines | null>(null)

const useScreenMachines = (): ScreenMachines => {
  const value = useContext(ScreenMachinesContext)
  if (!value) throw new Error('This screen stands outside of the app.')
  return value
}

const tell = (screen: ScreenMachines) => {
  for (const listener of screen.listeners) listener()
}

/** Makes a machine of this screen reachable by commands for as long as the screen is shown. */
export const useOnScreen = <Slot extends 'list' | 'draft'>(
  slot: Slot,
  value: NonNullable<ScreenMachines[Slot]>,
): void => {
  const screen = useScreenMachines()
  useEffect(() => {
    screen[slot] = value
    tell(screen)
    return () => {
      if (screen[slot] === value) screen[slot] = null
      tell(screen)
    }
  }, [screen, slot, value])
}

/** Lets a screen answer the events that commands send to a machine of that name (such as `debug`). */
export const useScreenEvents = (
  name: string,
  listener: (event: { type: string; [key: string]: unknown }) => void,
): void => {
  const screen = useScreenMachines()
  useEffect(() => {
    const hearers = screen.hearers.get(name) ?? new Set()
    screen.hearers.set(name, hearers.add(listener))
    screen.other.set(name, (event) => {
      for (const hearer of [...hearers]) hearer(event)
    })
    return () => {
      hearers.delete(listener)
    }
  }, [screen, name, listener])
}

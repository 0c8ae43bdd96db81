import { createContext, useContext, useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import type { MachineEvents, MachineName } from '../../commands/core/machine-events.ts'
import type { EntityKind } from '../../commands/core/world.ts'

/** Machines that are parts of screens rather than charts. */
export type OwnName = 'debug' | 'secret' | 'screen'

type FieldsOf<Events> = Events extends unknown ? keyof Events : never
type Open<Events, Fields extends PropertyKey> = Events extends unknown
  ? Events & { readonly [Field in Exclude<Fields, keyof Events>]?: undefined }
  : never

/** An event of a name. Fields that another event has are undefined on it, so that listeners may take an event apart first. */
export type OwnEvent<Name extends OwnName> = Open<MachineEvents[Name], FieldsOf<MachineEvents[Name]>>

/** The machines of the screen that is shown, so that keys and commands reach its list and its form. */
export type ScreenMachines = {
  list: { readonly ref: AnyActorRef; readonly kind: EntityKind; readonly nameOf: (id: string) => string } | null
  draft: { readonly ref: AnyActorRef } | null
  /** The screen's own, such as the debug screen's recorder or a chart. Several parts of a screen may listen under one name. */
  readonly own: { readonly [Name in OwnName]: Set<(event: OwnEvent<Name>) => void> }
  readonly listeners: Set<() => void>
}

export const newScreenMachines = (): ScreenMachines => ({
  list: null,
  draft: null,
  own: { debug: new Set(), secret: new Set(), screen: new Set() },
  listeners: new Set(),
})

export const ScreenMachinesContext = createContext<ScreenMachines | null>(null)

const useScreenMachines = (): ScreenMachines => {
  const value = useContext(ScreenMachinesContext)
  if (!value) throw new Error('Rendered outside of the app.')
  return value
}

const tell = (screen: ScreenMachines) => {
  for (const listener of screen.listeners) listener()
}

/** Makes a machine of this screen reachable by commands for as long as the screen is shown. Null: there is none. */
export const useOnScreen = <Slot extends 'list' | 'draft'>(slot: Slot, value: ScreenMachines[Slot]): void => {
  const screen = useScreenMachines()
  useEffect(() => {
    if (value === null) return
    screen[slot] = value
    tell(screen)
    return () => {
      if (screen[slot] === value) screen[slot] = null
      tell(screen)
    }
  }, [screen, slot, value])
}

/** Handles the events that commands send to the machine of a name: `debug`, `secret` or `screen`. */
export const useScreenEvents = <Name extends OwnName>(name: Name, listener: (event: OwnEvent<Name>) => void): void => {
  const { own } = useScreenMachines()
  useEffect(() => {
    own[name].add(listener)
    return () => {
      own[name].delete(listener)
    }
  }, [own, name, listener])
}

/** Hands an event to every part of the screen that listens under a name. */
export const sendToScreen = (screen: ScreenMachines, name: OwnName, event: MachineEvents[MachineName]): void => {
  // `World.send` has checked that it is an event of that name; a name and its event are not narrowed together.
  for (const listener of [...screen.own[name]]) listener(event as never)
}

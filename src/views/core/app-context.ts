import { createContext, useContext } from 'react'
import type { World } from '../../commands/core/world.ts'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import type { Deeds } from './deeds.ts'
import type { Door } from './door.ts'

/** What the whole tree may reach: made once at the door. */
export type AppContextValue = Door & {
  readonly configuration: AppConfiguration
  /** The world as it is at this moment, for commands. */
  readonly world: World
  readonly deeds: Deeds
}

export const AppContext = createContext<AppContextValue | null>(null)

/** The app that this tree belongs to. */
export const useApp = (): AppContextValue => {
  const value = useContext(AppContext)
  if (!value) throw new Error('This part stands outside of the app.')
  return value
}

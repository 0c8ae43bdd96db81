import { createContext, useContext } from 'react'
import type { World } from '../../commands/core/world.ts'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import type { Deeds } from './deeds.ts'
import type { Door } from './door.ts'

/** App-wide context, created once at the entry point. */
export type AppContextValue = Door & {
  readonly configuration: AppConfiguration
  /** Current world, for commands. */
  readonly world: World
  readonly deeds: Deeds
}

export const AppContext = createContext<AppContextValue | null>(null)

/** App context of the tree. */
export const useApp = (): AppContextValue => {
  const value = useContext(AppContext)
  if (!value) throw new Error('This part stands outside of the app.')
  return value
}

import { createContext, useContext } from 'react'
import type { World } from '../../commands/core/world.ts'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import type { CommandRunner } from './command-runner.ts'
import type { ViewEffects } from './view-effects.ts'

/** App-wide context, created once at the entry point. */
export type AppContextValue = ViewEffects & {
  readonly configuration: AppConfiguration
  /** Current world, for commands. */
  readonly world: World
  readonly commandRunner: CommandRunner
}

export const AppContext = createContext<AppContextValue | null>(null)

/** App context of the tree. */
export const useApp = (): AppContextValue => {
  const value = useContext(AppContext)
  if (!value) throw new Error('Rendered outside of the app.')
  return value
}

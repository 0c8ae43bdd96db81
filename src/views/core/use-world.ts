import { useCallback, useContext } from 'react'
import type { World } from '../../commands/core/world.ts'
import { ActsContext } from '../parts/act/acts.ts'
import { useApp } from './app-context.ts'

/** The world as commands see it. Its readings are of the moment; a view that must follow them reads the machines. */
export const useWorld = (): World => useApp().world

/** Runs a command by its id, as a button or a key does. */
export const usePerform = (): ((command: string, args?: Record<string, unknown>) => void) => {
  const acts = useContext(ActsContext)
  return useCallback((command, args) => acts?.perform(command, args), [acts])
}

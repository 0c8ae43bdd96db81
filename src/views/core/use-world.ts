import { useCallback, useContext } from 'react'
import type { World } from '../../commands/core/world.ts'
import { ActsContext } from '../parts/act/acts.ts'
import { useApp } from './app-context.ts'

/** The world of commands. Its values are current but not reactive; a view that must update reads the machines. */
export const useWorld = (): World => useApp().world

/** Runs a command by id, like a button or key. */
export const usePerform = (): ((command: string, args?: Record<string, unknown>) => void) => {
  const acts = useContext(ActsContext)
  return useCallback((command, args) => acts?.perform(command, args), [acts])
}

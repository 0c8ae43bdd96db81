import { useEffect } from 'react'
import { useApp } from './app-context.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** Names of unsaved work on the page, such as two forms, or a secret above a form. */
const unsaved = new WeakMap<AppActor, Set<string>>()

/** Names of all unsaved work on the page. */
export const unsavedWork = (app: AppActor): readonly string[] => [...(unsaved.get(app) ?? [])]

/** Asks for confirmation before the page is left, while `what` names something that would be lost; null while nothing would. */
export const useUnsaved = (what: string | null): void => {
  const { app } = useApp()
  useEffect(() => {
    const navigation = machineOf(app, 'navigation')
    if (what === null || !navigation) return
    const names = unsaved.get(app) ?? new Set()
    unsaved.set(app, names.add(what))
    navigation.send({ type: 'DIRTIED', what })
    return () => {
      names.delete(what)
      const left = [...names].at(-1)
      navigation.send(left === undefined ? { type: 'CLEANED' } : { type: 'DIRTIED', what: left })
    }
  }, [app, what])
}

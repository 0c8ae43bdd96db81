import { useMemo } from 'react'
import { ESCAPE_NAMES, ESCAPES } from '../../domain/core/escapes-of-values.ts'
import {
  completedEscape,
  completedPlaceholder,
  fitsPlaceholder,
  type OpenEscape,
  openEscape,
  openPlaceholder,
} from '../../domain/environments/open-placeholder.ts'
import { SYSTEM_VARIABLES } from '../../domain/environments/system-variables.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { useResource } from '../core/use-resource.ts'
import type { Suggest, Suggested } from '../parts/form/use-suggest.ts'

type Known = { readonly name: string; readonly words: string }

/** More of them nobody reads; typing narrows the list. */
const MOST = 50

const OF_SYSTEM: readonly Known[] = Object.entries(SYSTEM_VARIABLES).map(([name, { words }]) => ({
  name,
  words: `system: ${words}`,
}))

/** Suggests the escapes of a variable, after the bar that asks for one. */
const escapesFor = (open: OpenEscape, after: string): Suggested => ({
  from: open.from,
  replaced: completedEscape(open, 'json', after).replaced,
  options: ESCAPE_NAMES.filter((name) => name.startsWith(open.typed)).map((name) => ({
    name,
    words: ESCAPES[name].words,
    insert: completedEscape(open, name, after).text,
  })),
})

/**
 * Suggests the variables that a monitor may read at a placeholder that is being typed, in the order in which they are looked up. Secrets
 * are listed by name only.
 */
export const usePlaceholders = (workspace: string, own: readonly { readonly key: string }[]): Suggest => {
  const { data } = useResource('variable.list', {})
  const ownNames = own.map(({ key }) => key).join('\n')
  return useMemo(() => {
    const stored = data?.results ?? []
    const of = (environment: string): Known[] =>
      stored
        .filter((each) => each.workspace === environment)
        .map(({ name, secret, value }) => ({ name, words: `${environment}: ${secret ? 'secret' : value}` }))
    const all = [
      ...ownNames.split('\n').map((name) => ({ name, words: 'this monitor' })),
      ...of(workspace),
      ...(workspace === GLOBAL ? [] : of(GLOBAL)),
      ...OF_SYSTEM,
    ]
    const known = [...new Map(all.toReversed().map((each) => [each.name, each])).values()].toReversed()
    return (before, after) => {
      const begun = openEscape(before)
      if (begun) return escapesFor(begun, after)
      const open = openPlaceholder(before)
      if (!open) return null
      const fitting = known.filter(({ name }) => fitsPlaceholder(open, name)).slice(0, MOST)
      const { replaced } = completedPlaceholder(open, '', after)
      return {
        from: open.from,
        replaced,
        options: fitting.map((each) => ({ ...each, insert: completedPlaceholder(open, each.name, after).text })),
      }
    }
  }, [data, workspace, ownNames])
}

import { transitionWords } from './covered.ts'
import type { Example } from './example.ts'
import { joinedName, type PathDocument, pathDocument } from './path-document.ts'
import { takingPaths } from './paths.ts'
import type { Transition } from './transitions.ts'

/** The shortest path to each of some transitions of a chart, by the transition's key. Takes a second for the largest charts. */
export const pathsToTransitions = (
  examples: readonly Example[],
  wanted: readonly Transition[],
): ReadonlyMap<string, PathDocument> => {
  const open = new Map(wanted.map((transition) => [transition.key, transition]))
  const found = new Map<string, PathDocument>()
  for (const example of examples) {
    if (open.size === 0) break
    const left = new Set(open.keys())
    const takings = takingPaths(example, ({ keys }) => {
      for (const key of keys) left.delete(key)
      return left.size === 0
    })
    for (const { path, taken } of takings)
      for (const key of taken) {
        const transition = open.get(key)
        if (!transition) continue
        open.delete(key)
        const name = joinedName([transitionWords(transition)])
        found.set(key, pathDocument(example.machine, path, { input: example.input, name }))
      }
  }
  return found
}

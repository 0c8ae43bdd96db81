import type { AnyStateNode } from 'xstate'
import type { Example } from './example.ts'
import { joinedName, nameOfPath, type PathDocument, pathDocument, stateWords } from './path-document.ts'
import { type Path, type Taking, takingPaths } from './paths.ts'
import { numberedWords, simplePaths } from './simple-paths.ts'
import { nodesOf, type Transition, transitionsOf } from './transitions.ts'

/** Sets of paths: the shortest to each state, the shortest that takes each transition, and all that visit no state twice. */
type Coverage = 'states' | 'transitions' | 'simple'

/** Something that a path must reach, and the path's name. Names depend on nothing else, so that other paths never change them. */
type Aim = { readonly name: string; readonly isReachedBy: (taking: Taking) => boolean }

const wordsOf = ({ path }: AnyStateNode): string => path.join(' ')

const stateAims = (examples: readonly Example[]): readonly Aim[] =>
  examples.slice(0, 1).flatMap(({ machine }) =>
    nodesOf(machine.root)
      .filter((node) => node.parent !== undefined && Object.keys(node.states).length === 0)
      .map((node) => ({
        name: joinedName([`to ${wordsOf(node)}`]),
        isReachedBy: ({ path }) => stateWords(path.at(-1)?.value).includes(node.path.join('.')),
      })),
  )

const nameOfTransition = ({ from, to, event, guard }: Transition): readonly string[] => [
  from.parent ? wordsOf(from) : 'any',
  event,
  ...(guard === null ? [] : [`if ${guard}`]),
  to === null ? 'stays' : to.parent ? `to ${wordsOf(to)}` : 'to start',
]

const transitionAims = (examples: readonly Example[]): readonly Aim[] => {
  const seen = new Map<string, number>()
  return examples.slice(0, 1).flatMap(({ machine }) =>
    transitionsOf(machine).map((transition) => {
      const name = joinedName(nameOfTransition(transition))
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return {
        name: count === 1 ? name : `${name}-${count}`,
        isReachedBy: ({ taken }) => taken.includes(transition.key),
      }
    }),
  )
}

/** A path with its name and the example that it starts from. */
export type NamedPath = { readonly name: string; readonly example: Example; readonly path: Path }

const shortestTo = (examples: readonly Example[], aims: readonly Aim[]): readonly NamedPath[] => {
  const found = new Map<string, NamedPath>()
  for (const example of examples) {
    const open = new Set(aims.filter(({ name }) => !found.has(name)))
    if (open.size === 0) break
    const takings = takingPaths(example, ({ keys, snapshot: { value } }) => {
      const taking = { path: [{ event: { type: '' }, value, told: null }], taken: keys }
      for (const aim of open) if (aim.isReachedBy(taking)) open.delete(aim)
      return open.size === 0
    })
    for (const { name, isReachedBy } of aims) {
      const first = found.has(name) ? undefined : takings.find(isReachedBy)
      if (first) found.set(name, { name, example, path: first.path })
    }
  }
  return aims.flatMap(({ name }) => found.get(name) ?? [])
}

/** Each example's paths. The names of those of an example after the first begin with its number. */
const allSimple = (examples: readonly Example[]): readonly NamedPath[] =>
  examples.flatMap((example, index) =>
    simplePaths(example).map((path) => {
      const start = index === 0 ? [] : [`start ${index + 1}`]
      return { name: joinedName([...start, nameOfPath(path, numberedWords(example))]), example, path }
    }),
  )

/** The paths of a chart, in the order of the chart's source. */
export const namedPaths = (examples: readonly Example[], coverage: Coverage): readonly NamedPath[] =>
  coverage === 'simple'
    ? allSimple(examples)
    : shortestTo(examples, coverage === 'states' ? stateAims(examples) : transitionAims(examples))

/** The same paths as JSON documents. */
export const pathsFor = (examples: readonly Example[], coverage: Coverage): readonly PathDocument[] =>
  namedPaths(examples, coverage).map(({ name, example: { machine, input }, path }) =>
    pathDocument(machine, path, { name, input }),
  )

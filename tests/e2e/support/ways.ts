import type { Example } from '../../../machines/chart/example.ts'
import { type Path, pathsOf, type Step } from '../../../machines/chart/paths.ts'

/** How a machine's chart shows in the browser: what brings each event about, and what is seen in each state. */
export type Stage = {
  /** Brings a step about. The state before it is handed in. */
  readonly act: (step: Step, before: unknown) => Promise<void>
  /** Expects to see the state that the step has led to. */
  readonly see: (step: Step) => Promise<void>
}

const words = (value: unknown): string => JSON.stringify(value)

/**
 * Few of the ways that are generated from a chart, which together take every step that a person or the network can bring about;
 * each ends where it would go on by another. `nameOf` tells those steps, and gives null for others.
 */
export const waysOver = (example: Example, nameOf: (step: Step, before: unknown) => string | null): readonly Path[] => {
  const taken = new Set<string>()
  const cut = pathsOf(example).map((path) => {
    const end = path.findIndex((step, at) => nameOf(step, path[at - 1]?.value ?? null) === null)
    return end < 0 ? path : path.slice(0, end)
  })
  return cut
    .toSorted((a, b) => b.length - a.length)
    .filter((path) => {
      const keys = path.map((step, at) => {
        const before = path[at - 1]?.value ?? null
        return `${words(before)} ${nameOf(step, before)} ${words(step.value)}`
      })
      const isNew = keys.some((key) => !taken.has(key))
      for (const key of keys) taken.add(key)
      return isNew
    })
}

/** Goes a way in the browser, and looks after each step. */
export const go = async (path: Path, stage: Stage): Promise<void> => {
  for (const [at, step] of path.entries()) {
    const before = path[at - 1]?.value ?? null
    try {
      await stage.act(step, before)
      await stage.see(step)
    } catch (cause) {
      const way = path.map(({ event, value }) => `${event.type} → ${words(value)}`).join(', ')
      throw new Error(`At step ${at + 1} of: ${way}`, { cause })
    }
  }
}

/** Admits a few pieces of work at a time; others wait for the turn of their project. */
export type Turnstile = <Result>(project: number | string, work: () => Promise<Result>) => Promise<Result>

/**
 * Opens a turnstile for `most` pieces of work at a time, and `ofProject` of each project. Projects that wait are admitted one after the
 * other, so that a single piece of work never waits for all those of another project.
 */
export const openTurnstile = ({ most, ofProject }: { most: number; ofProject: number }): Turnstile => {
  const inside = new Map<number | string, number>()
  /** Work that waits, by project. The project whose turn is next comes first. */
  const waiting = new Map<number | string, (() => void)[]>()
  let all = 0

  const admit = () => {
    while (all < most) {
      const next = [...waiting].find(([project]) => (inside.get(project) ?? 0) < ofProject)
      if (!next) return
      const [project, [enter, ...later]] = next
      waiting.delete(project)
      if (later.length > 0) waiting.set(project, later)
      all++
      inside.set(project, (inside.get(project) ?? 0) + 1)
      enter?.()
    }
  }

  return async (project, work) => {
    await new Promise<void>((enter) => {
      waiting.set(project, [...(waiting.get(project) ?? []), enter])
      admit()
    })
    try {
      return await work()
    } finally {
      all--
      const left = (inside.get(project) ?? 1) - 1
      if (left > 0) inside.set(project, left)
      else inside.delete(project)
      admit()
    }
  }
}

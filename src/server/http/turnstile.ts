/** Admits a few pieces of work at a time; others wait in their order. */
export type Turnstile = <Result>(project: number | string, work: () => Promise<Result>) => Promise<Result>

/** Opens a turnstile for `most` pieces of work at a time, and `ofProject` of each project, so that one cannot keep the others waiting. */
export const openTurnstile = ({ most, ofProject }: { most: number; ofProject: number }): Turnstile => {
  const inside = new Map<number | string, number>()
  const waiting: { readonly project: number | string; readonly enter: () => void }[] = []
  let all = 0

  const admit = () => {
    while (all < most) {
      const next = waiting.findIndex(({ project }) => (inside.get(project) ?? 0) < ofProject)
      const [one] = next < 0 ? [] : waiting.splice(next, 1)
      if (!one) return
      all++
      inside.set(one.project, (inside.get(one.project) ?? 0) + 1)
      one.enter()
    }
  }

  return async (project, work) => {
    await new Promise<void>((enter) => {
      waiting.push({ project, enter })
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

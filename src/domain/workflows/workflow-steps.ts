import { type Problem, problem } from '../core/problem.ts'

/** A step: a monitor, and whether it runs even after the workflow has stopped. */
export type Step = { readonly call_id: string; readonly teardown: boolean }

/** Steps as they are written: as ids, with their settings, or both. */
export type WrittenSteps = {
  readonly call_ids?: readonly string[]
  readonly steps?: readonly { readonly call_id: string; readonly teardown?: boolean }[]
}

const idsOf = (steps: readonly Step[]): string[] => steps.map(({ call_id }) => call_id)
const same = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** The steps of these ids: the first occurrence of a monitor keeps the settings of its first step, the second of its second. */
const withSettings = (ids: readonly string[], before: readonly Step[]): Step[] => {
  const left = [...before]
  return ids.map((call_id) => {
    const at = left.findIndex((step) => step.call_id === call_id)
    return at < 0 ? { call_id, teardown: false } : (left.splice(at, 1)[0] ?? { call_id, teardown: false })
  })
}

/**
 * Merges written steps into the stored ones. Clients that know only `call_ids` send the stored `steps` back unchanged; so where the two
 * disagree, the changed one is taken.
 */
export const mergedSteps = (
  before: readonly Step[],
  { call_ids, steps: written }: WrittenSteps,
): { steps: readonly Step[]; problems: Problem[] } => {
  const steps = written?.map(({ call_id, teardown = false }) => ({ call_id, teardown }))
  if (!steps) return { steps: call_ids ? withSettings(call_ids, before) : before, problems: [] }
  if (!call_ids || same(call_ids, idsOf(steps)) || same(call_ids, idsOf(before))) return { steps, problems: [] }
  const isUnchanged =
    same(idsOf(steps), idsOf(before)) && steps.every((step, at) => step.teardown === before[at]?.teardown)
  if (isUnchanged) return { steps: withSettings(call_ids, before), problems: [] }
  return {
    steps: before,
    problems: [problem('workflow.steps', 'invalid', 'must have the ids of workflow.call_ids, in the same order.')],
  }
}

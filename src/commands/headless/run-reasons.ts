/** The conditions that kept a result from passing, the step that failed, or why there was no answer. */
export const reasonsOf = (result: unknown): readonly string[] => {
  const { exception, verdicts, conditions, failed_step: step } = Object(result) as Record<string, unknown>
  const judged = [verdicts, conditions].find(Array.isArray) ?? []
  const failed = judged
    .map((each: unknown) => Object(each) as Record<string, unknown>)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warning' || outcome === 'slow')
    .map(({ name, actual, expected, message }) => String(message ?? `${name}: ${actual}, expected ${expected}`))
  const at = step === null || step === undefined ? [] : [`Step “${(Object(step) as { name?: unknown }).name}” failed.`]
  return [...(typeof exception === 'string' ? [exception] : []), ...at, ...failed]
}

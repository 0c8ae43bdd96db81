/** Whether a value is a plain object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an arktype definition, with those of the definitions that it is laid over. */
export const flatten = (definition: unknown): Record<string, unknown> => {
  if (!isRecord(definition)) return {}
  const { '...': base, ...own } = definition
  return { ...flatten(base), ...own }
}

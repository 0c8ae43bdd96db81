/** The steps of a path such as `request.headers[2].key`. */
const stepsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((step) => step !== '')

/** One spelling for all that name the same field: `headers[2].key` and `headers.2.key`. */
export const fieldOf = (path: string): string => stepsOf(path).join('.')

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withSteps = (value: unknown, steps: readonly string[], leaf: unknown): unknown => {
  const [step, ...rest] = steps
  if (step === undefined) return leaf
  if (Array.isArray(value)) return value.with(Number(step), withSteps(value[Number(step)], rest, leaf))
  const inner = isObject(value) ? value : {}
  return { ...inner, [step]: withSteps(inner[step], rest, leaf) }
}

/** A copy with another value at a path; what is not on the way there is shared. The empty path is the whole. */
export const withPath = (value: unknown, path: string, leaf: unknown): unknown => withSteps(value, stepsOf(path), leaf)

/** The value at a path; undefined where nothing is. The empty path is the whole. */
export const valueAt = (value: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)]
    return isObject(inner) ? inner[step] : undefined
  }, value)

/** The paths of all values within a value that hold no others. */
export const leafPaths = (value: unknown, path = ''): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((inner, index) => leafPaths(inner, `${path}[${index}]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, path === '' ? key : `${path}.${key}`))
  return [path]
}

/** Whether two values are equal as JSON: a field that is undefined is absent. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((inner, at) => isEqual(inner, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]))
}

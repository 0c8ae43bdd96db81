import { type Problem, problem } from '../core/problem.ts'
import { isSecretName, MASK } from '../secrets/masking.ts'
import { allowedOriginProblems, asOrigin, reentryProblem } from '../secrets/secret-origins.ts'

/** The environment that all monitors of a project read. */
export const GLOBAL = 'global'
/** The environment of the product's own monitors, never shown. */
export const HIDDEN = '_meta'

export const MAX_VALUE_BYTES = 16_384
/** Per project, over all environments. */
export const MAX_VARIABLES = 1_000
/** Bytes of all values of a project: they are listed in one answer. */
export const MAX_TOTAL_BYTES = 1_048_576
/** Per project. */
export const MAX_ENVIRONMENTS = 100
const MAX_ENVIRONMENT_NAME = 128

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/** Whether a text is the name of a variable. Names are compared case-sensitively. */
export const isVariableName = (text: string): boolean => NAME.test(text)

/** Whether a new variable of this name is most likely a secret: also any key, which as a header's name would mean too much. */
export const soundsSecret = (name: string): boolean => isSecretName(name) || /(?:^|[a-z0-9]_)key(?:_?\d+)?$/i.test(name)

/** Bytes of a value in UTF-8. */
export const bytesOf = (value: string): number => new TextEncoder().encode(value).length

/** Field errors of a variable's name. */
export const variableNameProblems = (name: string, field = 'name'): Problem[] =>
  isVariableName(name)
    ? []
    : [
        problem(
          field,
          'invalid',
          'must begin with a letter or an underscore and contain only letters, digits and underscores, at most 128 characters.',
        ),
      ]

// biome-ignore lint/suspicious/noControlCharactersInRegex: names with line breaks or NUL could not be shown or stored
const CONTROL = /[\u0000-\u001f\u007f]/

/** Field errors of an environment's name. */
export const environmentNameProblems = (name: string, field = 'name'): Problem[] => {
  if (name.trim() === '') return [problem(field, 'required', 'must not be empty.')]
  if (name === HIDDEN) return [problem(field, 'forbidden', `must not be ${HIDDEN}, which is reserved.`)]
  if (name.length > MAX_ENVIRONMENT_NAME)
    return [problem(field, 'length', `must have at most ${MAX_ENVIRONMENT_NAME} characters.`)]
  // A dot alone would be taken out of an address, and a slash would divide it.
  if (name !== name.trim() || CONTROL.test(name) || /[/\\]/.test(name) || /^\.+$/.test(name))
    return [problem(field, 'invalid', 'must not contain slashes or line breaks, nor begin or end with a space.')]
  return []
}

/** A variable as stored: of a secret, only the origins that it is bound to. */
export type KnownVariable = { readonly secret: boolean; readonly origins: readonly string[] }

/** The fields of a write. */
export type VariableDraft = {
  readonly value: string
  readonly secret?: boolean | undefined
  readonly origins?: readonly string[] | undefined
}

/** A write with its defaults: an absent field keeps its value. */
export const settledVariable = (draft: VariableDraft, before: KnownVariable | null) => {
  const secret = draft.secret ?? before?.secret ?? false
  const origins = secret ? (draft.origins ?? before?.origins ?? []) : []
  return {
    secret,
    origins: [...new Set(origins.map((origin) => asOrigin(origin) ?? origin))],
    /** The stored secret stays as it is. */
    keepsValue: draft.value === MASK && (before?.secret ?? false),
  }
}

/**
 * Field errors of a write. A secret is bound to the origins that it was entered for: whoever adds one, or stores it in clear, must enter
 * the value again, so nobody can send a secret that they do not know to a place of their choice.
 */
export const variableProblems = (name: string, draft: VariableDraft, before: KnownVariable | null): Problem[] => {
  const { secret, origins, keepsValue } = settledVariable(draft, before)
  const problems = [
    ...variableNameProblems(name),
    ...(secret ? allowedOriginProblems(draft.origins ?? [], 'origins') : []),
  ]
  if (bytesOf(draft.value) > MAX_VALUE_BYTES)
    problems.push(problem('value', 'length', `must have at most ${MAX_VALUE_BYTES} bytes.`))
  if (secret && origins.length === 0)
    problems.push(
      problem('origins', 'required', `must list where ${name} may be sent, such as https://api.example.com.`),
    )
  if (secret && draft.value === '') problems.push(problem('value', 'required', 'must not be empty for a secret.'))
  if (draft.value === MASK && !before?.secret && secret)
    problems.push(
      problem(
        'value',
        'invalid',
        `is the mask of a stored secret, but no secret is stored for ${name}: send the secret itself.`,
      ),
    )
  if (!keepsValue || !before) return problems
  if (!secret)
    problems.push(
      problem('value', 'required', `must be entered again to store ${name} in clear, because it is secret.`),
    )
  const again = secret ? reentryProblem('value', name, before.origins, origins) : null
  return again ? [...problems, again] : problems
}

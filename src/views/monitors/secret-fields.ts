import { MASK } from '../../domain/secrets/masking.ts'
import type { Pair } from './body-mode.ts'
import type { MonitorForm } from './monitor-form.ts'

type Request = MonitorForm['request']

/** A body is one text, so a secret field of a form is a secret variable that the field reads. */
const READS = /^\{\{([A-Za-z][A-Za-z0-9_]*)\}\}$/

const variableOf = (field: Pair, variables: readonly Pair[]): Pair | undefined => {
  const name = READS.exec(field.value)?.[1]
  return variables.find(({ key, secret }) => key === name && secret === true)
}

/** The fields of a form body, those that read a secret variable marked as secret. */
export const shownFields = ({ fields, variables }: Request): Pair[] =>
  fields.map(({ key, value }) => ({
    key,
    value,
    ...(variableOf({ key, value }, variables) && { secret: true }),
  }))

/** `password`, or `password_2` where that is another variable already. */
const nameFor = (field: string, variables: readonly Pair[]): string => {
  const plain = field.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '') || 'field'
  const isTaken = (name: string) => variables.some(({ key }) => key === name)
  let name = plain
  for (let number = 2; isTaken(name); number++) name = `${plain}_${number}`
  return name
}

/**
 * The request with other fields in its form body. The value of one that was marked as secret moves into a variable, written as the
 * body has it; that of one that is no secret any more comes back, unless it is stored and nobody may read it.
 */
export const withFields = (request: Request, changed: readonly Pair[]): Request => {
  let variables = [...request.variables]
  const fields = changed.map(({ key, value, secret }): Pair => {
    const variable = variableOf({ key, value }, variables)
    if (secret === true && !variable) {
      const name = nameFor(key, variables)
      variables = [...variables, { key: name, value: encodeURIComponent(value), secret: true }]
      return { key, value: `{{${name}}}` }
    }
    if (secret === false && variable) {
      variables = variables.filter((other) => other !== variable)
      return { key, value: variable.value === MASK ? '' : decodeURIComponent(variable.value) }
    }
    return { key, value }
  })
  return { ...request, fields, variables }
}

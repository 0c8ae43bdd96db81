import { argumentsOf, givenName } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { type Problem, saysOf } from '../domain/core/problem.ts'

const withoutId = (step: string): string => step.replace(/_ids?$/, '')

/** The argument of a tool that a field of the API is given by, from the end of its path: `url` for `request.url`; null where none is. */
const argumentFor = (command: Command, field: string): string | null => {
  const all = argumentsOf(command)
  for (const step of field.split(/[.[\]]+/).toReversed()) {
    const found = all.find(({ key }) => key === step) ?? all.find(({ key }) => key === withoutId(step))
    if (found) return givenName(found)
  }
  return null
}

/** A field error whose subject is the argument that a program gave, not the path of the field in the API. */
export const ofArgument = (command: Command, problem: Problem): string => {
  const [name, says] = [argumentFor(command, problem.field), saysOf(problem)]
  return name === null || says === undefined ? problem.message : `${name} ${says}`
}

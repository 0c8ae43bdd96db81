import { isSystemVariable } from '../environments/system-variables.ts'
import { isVariableName } from '../environments/variable-rules.ts'
import { MASK } from '../secrets/masking.ts'

/** Variables that a message carries at most: it is stored once per receiver. */
const MAX_VARIABLES = 200
const MAX_LENGTH = 4_096

/** The variables of a run for a message, from its result detail; an agent may have sent anything. */
export const alertContext = (variables: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables)
      .flatMap(([name, value]): [string, string][] =>
        isVariableName(name) && typeof value === 'string' ? [[name, value.slice(0, MAX_LENGTH)]] : [],
      )
      .slice(0, MAX_VARIABLES),
  )

/**
 * The variables that a monitor gets from the run whose alert starts it. A mask is no value, and system variables are those of the started
 * run itself.
 */
export const passedOn = (context: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(context).filter(([name, value]) => !isSystemVariable(name) && !value.includes(MASK)),
  )

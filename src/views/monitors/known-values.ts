import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { SYSTEM_VARIABLES } from '../../domain/environments/system-variables.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { isSecretName } from '../../domain/secrets/secret-names.ts'
import type { Pair } from './body-mode.ts'

type Variable = Pick<
  AnswerOf<ProductContract['variable.list']>['results'][number],
  'workspace' | 'name' | 'value' | 'secret'
>

const EXAMPLES = Object.fromEntries(Object.entries(SYSTEM_VARIABLES).map(([name, { example }]) => [name, example]))

/**
 * Values of variables as far as they are known before a run: the monitor's own before those of its environment, then those of `global`,
 * and examples of system variables. A secret value is its mask.
 */
export const knownValues = (
  own: readonly Pair[],
  workspace: string,
  variables: readonly Variable[],
): Readonly<Record<string, string>> => {
  const of = (name: string) =>
    variables
      .filter((variable) => variable.workspace === name)
      .map(({ name: key, value, secret }): [string, string] => [key, secret ? MASK : value])
  const mine = own
    .filter(({ key }) => key !== '')
    .map(({ key, value, secret = false }): [string, string] => [key, secret || isSecretName(key) ? MASK : value])
  return { ...EXAMPLES, ...Object.fromEntries([...of(GLOBAL), ...of(workspace), ...mine]) }
}

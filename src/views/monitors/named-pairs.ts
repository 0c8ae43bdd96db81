import { namesOnlyVariables } from '../../domain/core/placeholders.ts'
import { isSecretName } from '../../domain/secrets/secret-names.ts'
import type { Pair as NamedPair, SecretRule } from '../parts/form/PairGrid.tsx'
import type { Pair } from './body-mode.ts'

/** Pairs of a request as the grid edits them. */
export const toNamed = (pairs: readonly Pair[]): NamedPair[] =>
  pairs.map(({ key, ...rest }) => ({ name: key, ...rest }))

/** Pairs of the grid as a request has them. */
export const toPairs = (pairs: readonly NamedPair[]): Pair[] =>
  pairs.map(({ name, value, secret }) => ({ key: name, value, ...(secret !== undefined && { secret }) }))

/** Whether a pair is secret: names of secrets are without being marked, and what only names variables holds none. */
export const secretRuleOf = ({ name, value }: NamedPair): SecretRule =>
  isSecretName(name) && !namesOnlyVariables(value) ? 'always' : 'optional'

/** As `secretRuleOf`, of headers: the host decides where a secret would go. */
export const headerSecretRule = (pair: NamedPair): SecretRule =>
  pair.name.trim().toLowerCase() === 'host' ? 'never' : secretRuleOf(pair)

import type { ArgumentCheck } from '../core/argument-checks.ts'

type Given = {
  readonly set?: Readonly<Record<string, string>> | undefined
  readonly secret?: readonly string[] | undefined
}

const refusalOf = (name: string, set: object): string => {
  const names = Object.keys(set)
  const given = names.length === 0 ? 'sets no variable' : `sets ${names.join(', ')}`
  return `--secret names ${name}, which has no value: it must be among --set, and the run ${given}.`
}

/** Refuses a secret variable to which the run gives no value: nothing would be masked for it, and the one that was meant would be shown. */
export const refuseUnsetSecrets = ({ set = {}, secret = [] }: Given): void => {
  const unset = secret.find((name) => !Object.hasOwn(set, name))
  if (unset !== undefined) throw new Error(refusalOf(unset, set))
}

const isAmongSet: ArgumentCheck = (name, { set }) => {
  const given = typeof set === 'object' && set !== null ? set : {}
  return Object.hasOwn(given, name) ? null : { sentence: refusalOf(name, given), isLacking: true }
}

/** The variables that a run gets besides those of its environment, and the names of those whose values are masked everywhere. */
export const runVariables = {
  args: { 'set?': 'Record<string, string>', 'secret?': 'string[]' },
  prompts: { set: 'Which variables, as NAME=value?', secret: 'Which variables are secret?' },
  // A line with a secret value is not remembered.
  secret: ['set'],
  isSecret: ({ secret }: { readonly secret?: readonly string[] }): boolean => (secret?.length ?? 0) > 0,
  secretEntries: { set: 'secret' },
  checks: { secret: isAmongSet },
} as const

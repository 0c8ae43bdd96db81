import { type Ending, TerminalFailure } from './exit-codes.ts'
import type { TerminalIo } from './terminal-io.ts'

/** Environment variables of the terminal: what to set each to, what is used where it is unset, and how the command ends where it is empty. */
const VARIABLES = {
  SONDE_URL: { value: 'the address of a server', without: 'the server of the last sign-in', ending: 'usage' },
  SONDE_API_KEY: { value: 'an API key', without: 'the stored sign-in (sonde sign-in)', ending: 'signed-out' },
  SONDE_PROJECT: { value: 'the name or id of a project', without: 'the project of the sign-in', ending: 'usage' },
} as const satisfies Readonly<Record<string, { value: string; without: string; ending: Ending }>>

type VariableName = keyof typeof VARIABLES

/**
 * Returns an environment variable, without spaces around it; undefined where it is unset. One that is set but empty is refused: it is
 * usually a secret that is missing in CI, and the stored sign-in would run the command as someone else, or elsewhere.
 */
export const terminalVariable = (env: TerminalIo['env'], name: VariableName): string | undefined => {
  const text = env[name]?.trim()
  if (text !== '') return text
  const { value, without, ending } = VARIABLES[name]
  throw new TerminalFailure(ending, `${name} is set but empty. Set it to ${value}, or unset it to use ${without}.`)
}

/** The environment without the variables that stand for a sign-in, for calls that are about a stored one. */
export const signInsOnly = (env: TerminalIo['env']): TerminalIo['env'] => ({ ...env, SONDE_API_KEY: undefined })

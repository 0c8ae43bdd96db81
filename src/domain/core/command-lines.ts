/** Text, or bytes as base64, or a file, that a command reads from its standard input. */
export type CommandInput = { readonly text: string } | { readonly base64: string } | { readonly file: string }

/** A command of a script: its words as the program gets them, and what it reads from its standard input. */
export type CommandLine = { readonly words: readonly string[]; readonly input: CommandInput | null }

/** The commands of a script, or the reason why it cannot be read. */
export type CommandLines =
  | {
      readonly commands: readonly CommandLine[]
      /** Names of the shell's variables in the commands; each stands there as the placeholder `{{ NAME }}`. */
      readonly variables: readonly string[]
      /** What the shell would run, compute or fill in otherwise, such as `$(date)`; each stands there as it is written. */
      readonly substitutions: readonly string[]
      /** Parts that are read otherwise than the shell would, in sentences. */
      readonly notes: readonly string[]
    }
  | { readonly problem: string }

/** Maximum length of a script; no monitor body may be longer. */
export const MAX_COMMAND_LENGTH = 1_048_576
/** Maximum number of words in a script. */
export const MAX_WORDS = 10_000

export const TOO_LONG = { problem: `The command must have at most ${MAX_COMMAND_LENGTH} characters.` } as const
export const TOO_MANY_WORDS = { problem: `The command must have at most ${MAX_WORDS} words.` } as const

/** Text that a sticky pattern matches at a position, or an empty text. */
export const runAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Placeholder of a shell's variable; null if its name cannot be one. */
export const placeholderOf = (name: string): string | null =>
  /^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name) ? `{{ ${name} }}` : null

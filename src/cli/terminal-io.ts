/** Everything that the terminal's program uses of its process, passed in so that it can run anywhere. */
export type TerminalIo = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes to standard output: data. */
  readonly out: (text: string) => void
  readonly outBytes: (bytes: Uint8Array) => void
  /** Writes to standard error: messages, questions and problems. */
  readonly err: (text: string) => void
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Letters in a line of the terminal that standard output is; null where it is none, or does not say. */
  readonly columns: () => number | null
  /** Whether a person can answer questions. */
  readonly canAsk: boolean
  /** Asks for one line; null where nobody answers. `hidden`: what is typed is not shown. */
  readonly ask: (question: string, options?: { readonly hidden?: boolean }) => Promise<string | null>
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<string>
  /** Aborts when the program is interrupted. */
  readonly interrupted: AbortSignal
}

/** Asks for a line that is not shown while it is typed, and says so: whoever sees nothing believes that nothing was typed. */
export const askHidden = ({ ask }: Pick<TerminalIo, 'ask'>, question: string): Promise<string | null> =>
  ask(`${question}(not shown while you type) `, { hidden: true })

const ESCAPE = '\u001b['

/** Marks texts where colours are wanted: on a terminal, and without NO_COLOR (https://no-color.org). */
export const paintOf = ({ env, isTerminal }: Pick<TerminalIo, 'env' | 'isTerminal'>) => {
  const isOn = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint =
    (code: number) =>
    (text: string): string =>
      isOn ? `${ESCAPE}${code}m${text}${ESCAPE}0m` : text
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) }
}
export type Paint = ReturnType<typeof paintOf>

/** The colour of a result category. */
export const paintCategory = (paint: Paint, category: string): string => {
  if (category === 'PASS') return paint.green(category)
  if (category === 'FAIL') return paint.red(category)
  return category === 'SLOW' || category === 'WARNING' ? paint.yellow(category) : paint.dim(category)
}

/** A text without control characters: a name from the server never moves the cursor or changes colours. */
export const plainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd').replace(/[\t\n]/g, ' ')

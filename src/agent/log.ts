/** Says one thing worth knowing, in one line. Whoever calls it keeps secrets out of it. */
export type Log = (line: string) => void

/** Writes lines with the time in front of them to stderr. */
export const stderrLog: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} agent: ${line.replaceAll(/\s*\n\s*/g, ' ')}\n`)
}

/** Logs one line. The caller keeps secrets out of it. */
export type Log = (line: string) => void

/** Writes lines with a timestamp to stderr. */
export const stderrLog: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} agent: ${line.replaceAll(/\s*\n\s*/g, ' ')}\n`)
}

import { fstatSync, writeFileSync } from 'node:fs'
import { EXIT_CODES, TerminalFailure } from './exit-codes.ts'

type Output = Pick<typeof process.stdout, 'fd' | 'isTTY' | 'write'>

const failure = (cause: Error): TerminalFailure =>
  new TerminalFailure('usage', `Standard output cannot be written: ${cause.message}`, { cause })

/** Whether an output is written by its stream. That of a file or device drops what is not taken, as by a full disk, and says nothing. */
const isStreamed = ({ fd, isTTY }: Output): boolean => {
  if (isTTY) return true
  try {
    const about = fstatSync(fd)
    return about.isFIFO() || about.isSocket()
  } catch {
    return true
  }
}

/** Writes to standard output. Throws a sentence where it does not take everything; a pipe says that later, as `outputError` words it. */
export const outputWriter = (output: Output): ((data: string | Uint8Array) => void) => {
  if (isStreamed(output)) return (data) => void output.write(data)
  return (data) => {
    try {
      writeFileSync(output.fd, data)
    } catch (cause) {
      throw cause instanceof Error ? failure(cause) : cause
    }
  }
}

/** The sentence and exit code for an error of an output's stream. Whoever closed a pipe has read enough, as `head` does. */
export const outputError = (error: NodeJS.ErrnoException): { readonly sentence: string; readonly code: number } =>
  error.code === 'EPIPE'
    ? { sentence: '', code: EXIT_CODES.done.code }
    : { sentence: `sonde: ${failure(error).message}\n`, code: EXIT_CODES.usage.code }

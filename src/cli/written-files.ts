import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'

const refusal = (target: string, cause: unknown): TerminalFailure => {
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new TerminalFailure('usage', `${target} cannot be written: ${detail}`, { cause })
}

/** Writes a file that a flag names. Throws a sentence where it cannot be written. */
export const writeFile = (target: string, content: string | Uint8Array): void => {
  try {
    writeFileSync(target, content)
  } catch (cause) {
    throw refusal(target, cause)
  }
}

/** Refuses a file that could not be written in the end. It is not opened: that would make it, or end what reads from a pipe. */
const refuseUnwritable = (target: string): void => {
  try {
    const found = statSync(target, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new Error('it is a folder')
    accessSync(found ? target : dirname(target), constants.W_OK)
  } catch (cause) {
    throw refusal(target, cause)
  }
}

/** Refuses flags that name files which cannot be written, before a command does anything. */
export const refuseUnwritableFiles = (flags: Flags): void => {
  for (const name of ['junit', 'output'] as const) {
    const target = flags[name]
    if (target?.trim() === '') throw new TerminalFailure('usage', `--${name} is empty: it takes the name of a file.`)
    if (target !== undefined && target !== '-') refuseUnwritable(target)
  }
}

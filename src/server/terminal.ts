import { routeLibraryOutput } from '../domain/core/library-output.ts'

/** Writes a line of the log, with its time. */
export const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

/** Writes a sentence for the person who started the program. */
export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Writes why the program ends. */
export const complain = (reason: string): void => void process.stderr.write(`${reason}\n`)

routeLibraryOutput(console, process, log)

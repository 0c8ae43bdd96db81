import { existsSync } from 'node:fs'
import { VERSION } from '../contract/core/version.ts'
import { EXIT_CODES, endingOf, fieldsOfFailure, sentenceOf } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { refuseFlags } from './flag-uses.ts'
import { takeFlags } from './flags.ts'
import { helpFor } from './help-command.ts'
import { localCommandOf } from './local-commands.ts'
import { localRuns } from './local-runs.ts'
import { refuseSpareWords } from './local-words.ts'
import { writeFailureReport } from './print-outcome.ts'
import { runCommand } from './run-command.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'
import { wordsInOrder } from './words-in-order.ts'

/** Carries one command line out, and resolves with the exit code. It never rejects: what goes wrong is told as a sentence. */
export const runTerminal = async (argv: readonly string[], io: TerminalIo): Promise<number> => {
  // The flags as far as they were read: a program that asked for JSON gets failures as JSON, too.
  let asked: Flags = {}
  const startedAt = Date.now()
  let isBegun = false
  try {
    const { flags, words } = takeFlags(wordsInOrder(argv))
    asked = flags
    if (flags.version !== undefined) {
      io.out(`${VERSION}\n`)
      return 0
    }
    if (flags.help !== undefined || words.length === 0) {
      io.out(helpFor(words[0] === 'help' ? words.slice(1) : words))
      return words.length === 0 && flags.help === undefined ? EXIT_CODES.usage.code : 0
    }
    refuseFlags(words, flags)
    const local = localCommandOf(words)
    isBegun = true
    if (!local) return await runCommand({ words, flags, io })
    refuseSpareWords(local.phrase, local.command, local.rest)
    return await localRuns[local.phrase]({ words: local.rest, flags, io })
  } catch (error) {
    // Also where the line was refused before anything began: an older report must not pass for that of this line.
    const flags = asked.junit === undefined ? junitIn(argv) : asked
    if (isBegun || isThere(flags)) writeFailureReport(error, flags, io, startedAt)
    if (io.interrupted.aborted) return EXIT_CODES.interrupted.code
    io.err(failureText(error, asked))
    return EXIT_CODES[endingOf(error)].code
  }
}

/** Whether an older report is there. Where none is, a line that is wrong writes none: its flag may be what is wrong. */
const isThere = ({ junit }: Pick<Flags, 'junit'>): boolean => junit !== undefined && junit !== '-' && existsSync(junit)

/** The report that a line asks for whose flags cannot be read. */
const junitIn = (argv: readonly string[]): Pick<Flags, 'junit'> => {
  const at = argv.lastIndexOf('--junit')
  const inline = argv.findLast((word) => word.startsWith('--junit='))?.slice('--junit='.length)
  const target = inline ?? (at < 0 ? undefined : argv[at + 1])
  return target === undefined || target === '' || target.startsWith('--') ? {} : { junit: target }
}

/** A failure as it is told: a sentence, or an object with the paths of fields where JSON was asked for. */
const failureText = (error: unknown, flags: Flags): string => {
  const format = flags['output-format']
  const isJson = flags.json !== undefined || flags.jsonl !== undefined || format === 'json' || format === 'jsonl'
  const fields = fieldsOfFailure(error)
  if (isJson && fields.length > 0) return `${JSON.stringify({ error: sentenceOf(error), fields })}\n`
  return `sonde: ${plainText(sentenceOf(error))}\n`
}

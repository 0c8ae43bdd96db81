#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { EXIT_CODES } from './exit-codes.ts'
import { outputError, outputWriter } from './standard-output.ts'
import { runTerminal } from './terminal.ts'
import type { TerminalIo } from './terminal-io.ts'

/** Milliseconds that an interrupted command has to end by itself. */
const ENDING_MS = 500

const interruption = new AbortController()
process.on('SIGINT', () => {
  // A second signal ends it at once.
  if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted.code)
  interruption.abort()
  // What listens to it ends at once; a call that nobody waits for any more is not waited for.
  setTimeout(() => process.exit(EXIT_CODES.interrupted.code), ENDING_MS).unref()
})

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const { sentence, code } = outputError(error)
    if (stream === process.stdout) process.stderr.write(sentence)
    process.exit(code)
  })

/** Reads one line of the terminal; Ctrl-C and Ctrl-D answer nothing. */
const ask: TerminalIo['ask'] = async (question, { hidden = false } = {}) => {
  const silent = new Writable({ write: (_part, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  if (hidden) process.stderr.write(question)
  const answer = await new Promise<string | null>((resolve) => {
    const giveUp = () => resolve(null)
    reader.once('line', resolve)
    reader.once('close', giveUp)
    reader.once('SIGINT', () => {
      interruption.abort()
      giveUp()
    })
    interruption.signal.addEventListener('abort', giveUp)
    reader.setPrompt(question)
    reader.prompt()
  })
  reader.close()
  if (hidden || answer === null) process.stderr.write('\n')
  return answer
}

const readInput = async (): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

const write = outputWriter(process.stdout)

const io: TerminalIo = {
  env: process.env,
  out: write,
  outBytes: write,
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  columns: () => (process.stdout.isTTY ? process.stdout.columns || null : null),
  canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
  ask,
  readInput,
  interrupted: interruption.signal,
}

const code = await runTerminal(process.argv.slice(2), io)
// What is written to a pipe goes out before the process ends.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))

import { runTerminal } from '../../../src/cli/terminal.ts'
import type { TerminalIo } from '../../../src/cli/terminal-io.ts'

/** A terminal in memory: what it was told, and what it printed. */
export const testIo = (parts: Partial<TerminalIo> = {}) => {
  const out: string[] = []
  const err: string[] = []
  const io: TerminalIo = {
    env: {},
    out: (text) => void out.push(text),
    outBytes: () => undefined,
    err: (text) => void err.push(text),
    isTerminal: false,
    columns: () => null,
    canAsk: false,
    ask: async () => null,
    readInput: async () => '',
    interrupted: new AbortController().signal,
    ...parts,
  }
  return { io, out: () => out.join(''), err: () => err.join('') }
}

/** Runs lines of the terminal in memory. */
export const openTestTerminal =
  (parts: Partial<TerminalIo> = {}) =>
  async (...argv: readonly string[]) => {
    const { io, out, err } = testIo(parts)
    const code = await runTerminal(argv, io)
    return { code, out: out(), err: err() }
  }

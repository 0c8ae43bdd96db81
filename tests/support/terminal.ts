import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

export type TerminalProcess = {
  /** Resolves with the match once its output, on either stream, matches; rejects when it ends before. */
  until(pattern: RegExp): Promise<RegExpMatchArray>
  readonly ended: Promise<Ended>
  signal(signal: NodeJS.Signals): void
}

/** Starts the built terminal program as a process of its own, with these variables and none of ours; an undefined one is unset. */
export const openTerminal = (
  program: string,
  words: readonly string[],
  { env = {}, input }: { readonly env?: Readonly<Record<string, string | undefined>>; readonly input?: string } = {},
): TerminalProcess => {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input ?? '')
  const said = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const collect = (part: 'out' | 'err') => (text: Buffer) => {
    said[part] += text.toString('utf8')
    for (const look of [...listeners]) look()
  }
  child.stdout.on('data', collect('out'))
  child.stderr.on('data', collect('err'))
  const ended = once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null, ...said }))
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  })
  return {
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = (said.out + said.err).match(pattern)
          if (!match) return
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        look()
        void ended.then(({ out, err }) => reject(new Error(`Ended before it said ${pattern}:\n${out}\n${err}`)))
      }),
    ended,
    signal: (signal) => void child.kill(signal),
  }
}

/** Runs a shell to its end, and returns what it said. */
export const runShell = async (
  shell: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> => {
  const child = spawn(shell, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  await once(child, 'close')
  return said
}

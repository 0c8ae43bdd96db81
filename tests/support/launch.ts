import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { home } from './sources.ts'

const sonde = fileURLToPath(new URL('../../src/cli/start.mjs', import.meta.url))

/** A server as `npm start` runs it: a process of its own, the leader of a group as in a terminal. */
export type Launched = {
  readonly pid: number
  /** What it has printed so far, on both streams. */
  said(): string
  /** Resolves with the match once its output matches; rejects when it ends before. */
  until(pattern: RegExp): Promise<RegExpMatchArray>
  /** Resolves with its exit code when it has ended. */
  readonly ended: Promise<number | null>
  /** Sends a signal to all of the group, as Ctrl-C does. */
  signal(signal: NodeJS.Signals): void
}

/** Starts the server in the folder `cwd` with these variables and none of ours, on a free port unless told. */
export const launch = (cwd: string, env: Record<string, string> = {}): Launched =>
  watched(process.execPath, [sonde, 'serve'], cwd, env)

/** Starts the server by `npm start`; `pid` is npm's, as a supervisor knows it. */
export const launchByNpm = (dataDir: string): Launched => watched('npm', ['start'], home, { SONDE_DATA_DIR: dataDir })

const watched = (program: string, words: readonly string[], cwd: string, env: Record<string, string>): Launched => {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid ?? 0
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += part
      for (const look of [...listeners]) look()
    })
  }
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  return {
    pid,
    said: () => text,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = text.match(pattern)
          if (!match) return
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        look()
        ended.then((code) => reject(new Error(`Ended with ${code} before it said ${pattern}:\n${text}`)))
      }),
    ended,
    signal: (signal) => void process.kill(-pid, signal),
  }
}

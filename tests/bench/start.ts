import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/loopback.ts'
import { home } from '../support/sources.ts'
import type { Row } from './row.ts'

const STARTS = 5

/** Returns the milliseconds from the command to a healthy server. */
const startOnce = async (folder: string, port: number): Promise<{ listeningMs: number; readyMs: number }> => {
  const began = performance.now()
  const child = spawn(process.execPath, [join(home, 'src/cli/start.mjs'), 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: String(port) },
    stdio: 'ignore',
  })
  try {
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`)
    await eventually(() => health().then(() => true), { everyMs: 5, what: 'a server that listens' })
    const listeningMs = performance.now() - began
    await eventually(() => health().then(({ status }) => status === 200), { everyMs: 5, what: 'a healthy server' })
    return { listeningMs, readyMs: performance.now() - began }
  } finally {
    const ended = once(child, 'exit')
    if (child.kill('SIGTERM')) await ended
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures `npm start` with an existing database and build. */
export const startBench = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-start-'))
  const port = await freePort()
  try {
    const first = await startOnce(folder, port)
    const starts: { listeningMs: number; readyMs: number }[] = []
    while (starts.length < STARTS) starts.push(await startOnce(folder, port))
    return [
      { figure: 'first start in an empty folder, to ready', value: first.readyMs / 1000, unit: 's' },
      {
        figure: `later start, to listening (median of ${STARTS})`,
        value: median(starts.map((one) => one.listeningMs)) / 1000,
        unit: 's',
        target: '< 2',
      },
      {
        figure: `later start, to ready (median of ${STARTS})`,
        value: median(starts.map((one) => one.readyMs)) / 1000,
        unit: 's',
        target: '< 2',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

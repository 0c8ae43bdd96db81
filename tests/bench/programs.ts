import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Whether a program is on this machine. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

const pinned = (core: number, command: string, args: readonly string[]): [string, string[]] =>
  hasProgram('taskset') ? ['taskset', ['-c', String(core), command, ...args]] : [command, [...args]]

/** Starts a program on one core (where the machine lets us choose). */
export const startOn = (
  core: number,
  command: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): ChildProcess => {
  const [program, all] = pinned(core, command, args)
  return spawn(program, all, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables } })
}

/** A TypeScript program of ours beside this file, on one core. */
export const startScript = (core: number, name: string, args: readonly string[] = []): ChildProcess => {
  const path = fileURLToPath(new URL(name, import.meta.url))
  return startOn(core, process.execPath, ['--import', 'tsx', path, ...args])
}

/**
 * The same, bundled as the product's programs are: the development loader wraps every function that a program makes,
 * which costs a hot path a third of its speed.
 */
export const startBundle = async (core: number, name: string, args: readonly string[] = []): Promise<ChildProcess> => {
  const outDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const input = fileURLToPath(new URL(name, import.meta.url))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: input,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
  const child = startOn(core, process.execPath, [join(outDir, 'main.mjs'), ...args])
  child.once('close', () => rmSync(outDir, { recursive: true, force: true }))
  return child
}

/** All that a program prints until it ends. */
export const outputOf = async (child: ChildProcess): Promise<string> => {
  let text = ''
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString()
  })
  await once(child, 'close')
  return text
}

/** The first line that a program prints. */
export const firstLineOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('close', () => reject(new Error(`ended before its first line: ${text}`)))
  })

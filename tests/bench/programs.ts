import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Whether a program is installed. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

const pinned = (core: number | null, command: string, args: readonly string[]): [string, string[]] =>
  core !== null && hasProgram('taskset') ? ['taskset', ['-c', String(core), command, ...args]] : [command, [...args]]

/** Starts a program on one core if the system allows that; null: on any. */
export const startOn = (
  core: number | null,
  command: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): ChildProcess => {
  const [program, all] = pinned(core, command, args)
  return spawn(program, all, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables } })
}

/** Starts one of our TypeScript programs in this folder on one core. */
export const startScript = (core: number, name: string, args: readonly string[] = []): ChildProcess => {
  const path = fileURLToPath(new URL(name, import.meta.url))
  return startOn(core, process.execPath, ['--import', 'tsx', path, ...args])
}

/**
 * Starts a program bundled like the product's: the development loader wraps every function, which costs a hot path a third of its speed.
 */
export const startBundle = async (
  core: number | null,
  name: string,
  args: readonly string[] = [],
): Promise<ChildProcess> => {
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

/** Returns a program's whole output. */
export const outputOf = async (child: ChildProcess): Promise<string> => {
  let text = ''
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString()
  })
  await once(child, 'close')
  return text
}

/** Returns the first line of a program's output. */
export const firstLineOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('close', () => reject(new Error(`ended before its first line: ${text}`)))
  })

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { home } from './sources.ts'

/** The programs as an installation runs them, each one file. */
export type Programs = { readonly server: string; readonly agent: string; readonly cli: string; remove(): void }

/**
 * Builds the programs from today's sources into a folder of their own, so that what is killed and started again in the
 * middle of a run is always the same.
 */
export const buildPrograms = async (): Promise<Programs> => {
  mkdirSync(join(home, 'dist'), { recursive: true })
  // Within the checkout, where the packages that a program looks for while it runs are found.
  const folder = mkdtempSync(join(home, 'dist/.build-'))
  const child = spawn(
    process.execPath,
    [join(home, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
    { cwd: home, env: { PATH: process.env.PATH, SONDE_BUILD_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  const [code] = await once(child, 'close')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (code !== 0) {
    remove()
    throw new Error(`The programs do not build:\n${said}`)
  }
  return {
    server: join(folder, 'server/main.js'),
    agent: join(folder, 'agent/main.js'),
    cli: join(folder, 'cli/main.js'),
    remove,
  }
}

/** A copy of built programs that a test may change. */
export const copyPrograms = ({
  server,
  agent,
  cli,
}: Omit<Programs, 'remove'>): Programs & { readonly folder: string } => {
  const folder = mkdtempSync(join(home, 'dist/.build-'))
  const source = dirname(dirname(server))
  cpSync(source, folder, { recursive: true })
  const copied = (file: string): string => join(folder, file.slice(source.length))
  return {
    server: copied(server),
    agent: copied(agent),
    cli: copied(cli),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

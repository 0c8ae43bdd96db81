import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the agent's directory, and those above it, unless it exists. Step by step, because Node's recursive `mkdir` never returns in
 * file systems such as /proc. Throws an error of one sentence.
 */
export const makeDirectory = (path: string): void => {
  try {
    make(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new Error(`The directory ${path} cannot be created${code}: choose another one with SONDE_AGENT_DIR.`, {
      cause,
    })
  }
}

const make = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(path))) make(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The agent's program, which the server hands out: one file that needs nothing beside it. */
export type AgentFile = { readonly text: string; readonly sha256: string; readonly bytes: number }

/** Paths at which anyone can download the program and its checksum, in the form that `sha256sum -c` reads. */
export const AGENT_PATH = '/agent.mjs'
const CHECKSUM_PATH = '/agent.mjs.sha256'

/** Reads the built program; null if it has not been built. */
export const readAgentFile = async (path: string | undefined): Promise<AgentFile | null> => {
  if (path === undefined) return null
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  return (
    bytes && {
      text: bytes.toString('utf8'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    }
  )
}

/** The files that are served, by path. */
export const agentDownloads = (file: AgentFile | null): Record<string, string> =>
  file === null ? {} : { [AGENT_PATH]: file.text, [CHECKSUM_PATH]: `${file.sha256}  agent.mjs\n` }

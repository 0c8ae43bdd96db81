import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A program that the server hands out: one file that needs nothing beside it. */
export type ProgramFile = { readonly text: string; readonly sha256: string; readonly bytes: number }

/** Paths at which anyone can download the programs. Their checksums are beside them. */
export const AGENT_PATH = '/agent.mjs'
export const TERMINAL_PATH = '/cli/sonde.mjs'

/** Reads a built program; null if it has not been built. */
export const readProgramFile = async (path: string | undefined): Promise<ProgramFile | null> => {
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

/** The files that are served, by path: each program, and its checksum in the form that `sha256sum -c` reads. */
export const programDownloads = (programs: Readonly<Record<string, ProgramFile | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(programs).flatMap(([path, file]) =>
      file === null
        ? []
        : [
            [path, file.text],
            [`${path}.sha256`, `${file.sha256}  ${path.split('/').at(-1)}\n`],
          ],
    ),
  )

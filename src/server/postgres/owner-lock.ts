import { randomUUID } from 'node:crypto'
import { linkSync, mkdtempSync, readdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, onDisk } from '../disk-problem.ts'
import { giveToFolderOwner } from '../folder-owner.ts'
import { makeFolder } from '../make-folder.ts'
import { StartProblem } from '../start-problem.ts'

/**
 * Lock that allows one server per data directory. The owner listens on a Unix socket in the directory: the kernel closes it however the
 * owner ends, a recycled process id cannot hold it, and it works between containers that share a volume.
 *
 * Sockets are numbered. A new owner finds the highest one dead and links its own under the next number, which only one of several can
 * do. The highest number wins, and a released socket stays, so that numbers never restart below one that another process has read.
 */
export type OwnerLock = { release(): Promise<void> }

/** Longest socket path that every system accepts, in bytes. */
const maxAddressBytes = 100
/** Time for the owner to identify itself. A stopped or busy owner still holds the lock. */
const answerTimeoutMs = 1000

/** Returns the numbers in the folder, highest first. */
const generations = (dir: string): number[] =>
  onDisk(dir, () => readdirSync(dir))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)

/** Runs with a short alias for `dir` if its socket paths would be too long. */
const withShortName = async <Result>(dir: string, run: (dir: string) => Promise<Result>): Promise<Result> => {
  if (Buffer.byteLength(dir) + 16 <= maxAddressBytes) return run(dir)
  const folder = mkdtempSync(join(tmpdir(), 'sonde-'))
  const alias = join(folder, 'd')
  try {
    symlinkSync(dir, alias)
    return await run(alias)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const listen = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(`process ${process.pid} on ${hostname()}`)
    })
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      server.unref()
      resolve(server)
    })
  })

/** A socket of another account, which may or may not have a listener. */
const CLOSED = Symbol('a socket of another account')

/** Returns how the owner of a socket identifies itself; null if nobody listens. */
const ask = (path: string): Promise<string | null | typeof CLOSED> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(answerTimeoutMs, () => socket.destroy())
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', (error) => {
      if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') resolve(CLOSED)
      else resolve(['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)) ? null : 'another process')
    })
    socket.on('close', () => resolve(answer.replace(` on ${hostname()}`, '') || 'another process'))
  })

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Locks the data directory for this process. Throws a `StartProblem` that names the directory if another server holds it. */
export const lockDirectory = async (dataDir: string): Promise<OwnerLock> => {
  const dir = join(dataDir, 'owner')
  onDisk(dataDir, () => {
    makeFolder(dir, 0o700)
    giveToFolderOwner(dir)
  })
  const held = (owner: string | typeof CLOSED, number: number) =>
    new StartProblem(
      owner === CLOSED
        ? `The data directory ${dataDir} was last used by another account, whose lock this one cannot open: if no server runs there, remove ${join(dir, String(number))}.`
        : `The data directory ${dataDir} is in use by ${owner}: stop that server, or set SONDE_DATA_DIR.`,
    )

  return withShortName(dir, async (short) => {
    const own = `new-${randomUUID().slice(0, 8)}`
    const server = await listen(join(short, own)).catch((error: unknown) => {
      throw onDisk(dataDir, () => {
        if (codeOf(error) === 'EACCES' || codeOf(error) === 'ENOSPC' || codeOf(error) === 'EROFS') throw error
        return new StartProblem(
          `The disk of ${dataDir} cannot hold a server's lock (a Unix socket): use a local disk or volume, or set DATABASE_URL.`,
          { cause: error },
        )
      })
    })
    try {
      giveToFolderOwner(join(dir, own))
      for (;;) {
        const [highest = 0] = generations(dir)
        const owner = highest > 0 ? await ask(join(short, String(highest))) : null
        if (owner) throw held(owner, highest)
        const mine = highest + 1
        try {
          linkSync(join(dir, own), join(dir, String(mine)))
        } catch (error) {
          if (codeOf(error) === 'EEXIST') continue
          throw error
        }
        // Listing a folder is not atomic: a higher number that this listing missed wins.
        const [highestNow = mine] = generations(dir)
        if (highestNow > mine) {
          const other = await ask(join(short, String(highestNow)))
          unlinkSync(join(dir, String(mine)))
          if (other) throw held(other, highestNow)
          continue
        }
        for (const old of generations(dir)) if (old < mine) rmSync(join(dir, String(old)), { force: true })
        return { release: () => close(server) }
      }
    } catch (error) {
      await close(server)
      throw error
    } finally {
      rmSync(join(dir, own), { force: true })
    }
  })
}

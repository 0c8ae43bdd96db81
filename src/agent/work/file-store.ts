import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { type CallFailure, filesFailure } from '../runner/call-failure.ts'
import type { FileSource, Files, JobFile } from '../runner/files.ts'

/** Downloads a file of a job into a stream; resolves with null, or with a sentence about what went wrong. */
export type Download = (file: JobFile, to: NodeJS.WritableStream) => Promise<string | null>

/** Bytes that are kept on disk. The files that were not used for longest go first. */
const KEPT_BYTES = 512 * 1_048_576
/** Bytes of files that running calls hold in memory; a call that needs more waits for others to end. */
const HELD_BYTES = 96 * 1_048_576

const NAME = /^[0-9a-f]{64}$/

const isIntact = (bytes: Buffer, { size, sha256 }: JobFile): boolean =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256

/** Stored files of runs: downloaded once, kept on disk by their hash, verified whenever they are read. */
export class FileStore implements FileSource {
  readonly #directory: string
  readonly #download: Download
  readonly #log: Log
  readonly #keptBytes: number
  readonly #loading = new Map<string, Promise<Buffer | string>>()
  #heldBytes = 0
  readonly #waiting: (() => void)[] = []

  private constructor(directory: string, download: Download, log: Log, keptBytes: number) {
    this.#directory = directory
    this.#download = download
    this.#log = log
    this.#keptBytes = keptBytes
  }

  /** Opens the store of a directory, without what an earlier process left unfinished. */
  static async open(directory: string, download: Download, log: Log, keptBytes = KEPT_BYTES): Promise<FileStore> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    for (const name of await readdir(directory))
      if (!NAME.test(name)) await rm(join(directory, name), { force: true, recursive: true })
    return new FileStore(directory, download, log, keptBytes)
  }

  async take(files: readonly JobFile[]): Promise<{ files: Files; done: () => void } | CallFailure> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    // One call may hold more than all should together.
    while (this.#heldBytes > 0 && this.#heldBytes + bytes > HELD_BYTES)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#heldBytes += bytes
    const done = () => {
      this.#heldBytes -= bytes
      for (const wake of this.#waiting.splice(0)) wake()
    }
    const taken = new Map<string, JobFile & { bytes: Buffer }>()
    for (const file of files) {
      const content = await this.#load(file)
      if (typeof content === 'string') {
        done()
        return filesFailure(file.name, content)
      }
      taken.set(file.id, { ...file, bytes: content })
    }
    return { files: taken, done }
  }

  /** Deletes all files that are kept. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.#directory))
      if (NAME.test(name)) await rm(join(this.#directory, name), { force: true })
  }

  /** Calls that need the same file at the same time share its download and its bytes. */
  #load(file: JobFile): Promise<Buffer | string> {
    const known = this.#loading.get(file.sha256)
    if (known) return known
    const loading = this.#readOrDownload(file).finally(() => this.#loading.delete(file.sha256))
    this.#loading.set(file.sha256, loading)
    return loading
  }

  async #readOrDownload(file: JobFile): Promise<Buffer | string> {
    const path = join(this.#directory, file.sha256)
    const kept = await readFile(path).catch(() => null)
    if (kept && isIntact(kept, file)) {
      const now = new Date()
      await utimes(path, now, now).catch(() => {})
      return kept
    }
    const part = `${path}.part`
    try {
      const to = createWriteStream(part, { mode: 0o600 })
      const written = new Promise<void>((resolve, reject) => to.on('finish', resolve).on('error', reject))
      const problem = await this.#download(file, to)
      to.end()
      await written
      if (problem !== null) return problem
      const bytes = await readFile(part)
      if (!isIntact(bytes, file)) return 'the server sent another content than it announced'
      await rename(part, path)
      await this.#makeRoom()
      return bytes
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#log(`a file cannot be kept in ${this.#directory}: ${why}`)
      return 'it cannot be kept on the disk of the agent'
    } finally {
      await rm(part, { force: true })
    }
  }

  async #makeRoom(): Promise<void> {
    const kept: { path: string; size: number; usedMs: number }[] = []
    for (const name of await readdir(this.#directory)) {
      const path = join(this.#directory, name)
      const facts = NAME.test(name) ? await stat(path).catch(() => null) : null
      if (facts) kept.push({ path, size: facts.size, usedMs: facts.mtimeMs })
    }
    let bytes = kept.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of kept.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (bytes <= this.#keptBytes) break
      await rm(path, { force: true })
      bytes -= size
    }
  }
}

import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { openLine, sealLine } from './line-cipher.ts'

/** A file of encrypted results, one per line. It is deleted when all of its results are acknowledged. */
type Segment = { path: string; waiting: number }

/** An undelivered result; `line` is its JSON. */
export type Stored = { id: string; line: string; segment: Segment }

type Append = { id: string; line: string; stored: (stored: Stored) => void }

/** Names of segments; those of agents before 0.5 are not encrypted. */
const SEGMENT = /^(\d{10})\.(sealed|jsonl)$/
const isPlain = (path: string): boolean => path.endsWith('.jsonl')

/** Size at which a new segment is started. */
const SEGMENT_BYTES = 4_194_304

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const idIn = (line: string): string | null => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : null
  } catch {
    return null
  }
}

/**
 * Unacknowledged results on disk, encrypted, so that a crash loses none. Data is flushed to disk before `append` resolves; simultaneous appends share
 * one flush. An incomplete last line after a crash was never confirmed and is skipped when the spool is read.
 */
export class Spool {
  readonly #directory: string
  readonly #log: Log
  readonly #key: () => Buffer | null
  #file: FileHandle | null = null
  #segment: Segment = { path: '', waiting: 0 }
  #bytes = 0
  #number = 0
  #appends: Append[] = []
  #writing: Promise<void> | null = null
  readonly #deletions = new Set<Promise<void>>()

  private constructor(directory: string, log: Log, key: () => Buffer | null) {
    this.#directory = directory
    this.#log = log
    this.#key = key
  }

  /**
   * Opens the spool of a directory; `left` are the results of an earlier process, oldest first. `key` returns the key of new lines; the
   * lines that are left can only be read with the key at this moment, or with one of the earlier ones.
   */
  static async open(
    directory: string,
    log: Log,
    key: () => Buffer | null,
    earlier: readonly Buffer[] = [],
  ): Promise<{ spool: Spool; left: Stored[] }> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const spool = new Spool(directory, log, key)
    const names = (await readdir(directory)).filter((name) => SEGMENT.test(name)).sort()
    const left: Stored[] = []
    for (const name of names) {
      for (const stored of await spool.#readSegment(join(directory, name), earlier)) left.push(stored)
      spool.#number = Number(name.slice(0, 10))
    }
    await spool.#nextSegment()
    return { spool, left }
  }

  /** Resolves when the result is on disk, or when the disk has failed, which is logged once; the result is delivered anyway. */
  append(id: string, line: string): Promise<Stored> {
    return new Promise((stored) => {
      this.#appends.push({ id, line, stored })
      this.#writing ??= this.#write()
    })
  }

  /** Releases results that need not be stored any longer. */
  release(results: readonly Stored[]): void {
    for (const { segment } of results) {
      segment.waiting--
      if (segment.waiting === 0 && segment !== this.#segment) this.#delete(segment)
    }
    if (this.#segment.waiting === 0 && this.#bytes > 0) this.#writing ??= this.#write()
  }

  async close(): Promise<void> {
    while (this.#writing) await this.#writing
    await this.#file?.close()
    this.#file = null
    if (this.#segment.waiting === 0) this.#delete(this.#segment)
    await Promise.all(this.#deletions)
  }

  /** Deletes the file of a segment without making anyone wait for it but `close`. */
  #delete({ path }: Segment): void {
    const deletion = rm(path, { force: true })
      .catch((error: unknown) => this.#log(`${path} cannot be deleted: ${sentenceOf(error)}`))
      .finally(() => this.#deletions.delete(deletion))
    this.#deletions.add(deletion)
  }

  async #readSegment(path: string, earlier: readonly Buffer[]): Promise<Stored[]> {
    const segment: Segment = { path, waiting: 0 }
    const found: Stored[] = []
    const now = this.#key()
    const keys = [...(now ? [now] : []), ...earlier]
    const opened = (text: string) =>
      isPlain(path) ? text : keys.reduce<string | null>((line, key) => line ?? openLine(text, key), null)
    let skipped = 0
    for (const text of (await readFile(path, 'utf8')).split('\n')) {
      if (text === '') continue
      const line = opened(text)
      const id = line === null ? null : idIn(line)
      if (line !== null && id !== null) found.push({ id, line, segment })
      else skipped++
    }
    if (skipped > 0)
      this.#log(
        `${path} has ${skipped} unreadable lines, which are skipped: incomplete, or encrypted with an earlier key`,
      )
    segment.waiting = found.length
    if (found.length === 0) await rm(path, { force: true })
    return found
  }

  async #nextSegment(): Promise<void> {
    const full = this.#segment
    await this.#file?.close()
    this.#number++
    const path = join(this.#directory, `${String(this.#number).padStart(10, '0')}.sealed`)
    this.#file = await open(path, 'a', 0o600)
    this.#segment = { path, waiting: 0 }
    this.#bytes = 0
    // Its last results may have been released while the next file was opened.
    if (full.path !== '' && full.waiting === 0) this.#delete(full)
  }

  async #write(): Promise<void> {
    do {
      const batch = this.#appends
      this.#appends = []
      try {
        await this.#makeRoom()
        if (batch.length > 0) await this.#writeLines(batch)
      } catch (error) {
        this.#log(`results cannot be kept on disk: ${sentenceOf(error)}`)
      }
      const segment = this.#segment
      segment.waiting += batch.length
      for (const { id, line, stored } of batch) stored({ id, line, segment })
    } while (this.#appends.length > 0)
    this.#writing = null
  }

  async #makeRoom(): Promise<void> {
    if (this.#segment.waiting === 0 && this.#bytes > 0) {
      await this.#file?.truncate(0)
      this.#bytes = 0
    } else if (this.#bytes > SEGMENT_BYTES) await this.#nextSegment()
  }

  async #writeLines(batch: readonly Append[]): Promise<void> {
    const key = this.#key()
    if (!key) throw new Error('the agent has no key yet')
    const text = batch.map(({ line }) => `${sealLine(line, key)}\n`).join('')
    await this.#file?.appendFile(text)
    await this.#file?.datasync()
    this.#bytes += text.length
  }
}

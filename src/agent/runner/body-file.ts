import { type Cipher, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const CIPHER = 'aes-256-ctr'
/** Bytes waiting for the disk above which the sender is held back. */
const MAX_WAITING_BYTES = 1_048_576
/** All bodies on this agent's disk together, as a multiple of the largest. */
const MAX_BODIES = 50

/** What a stream offers to be held back. */
type Pausable = { pause(): unknown; resume(): unknown }

/**
 * A response body on disk, as received and not yet masked: encrypted with a key that exists only in this process's memory, so nobody
 * can read what a crash leaves.
 */
export class BodyFile {
  /** Number of bytes written. */
  size = 0
  /** Whether the body was longer than the limit; its end is missing here. */
  isCut = false
  readonly #path: string
  readonly #key: Buffer
  readonly #iv = randomBytes(16)
  readonly #cipher: Cipher
  readonly #maxBytes: number
  readonly #opened: Promise<FileHandle>
  readonly #discarded: (file: BodyFile) => void
  #writing: Promise<void> = Promise.resolve()
  #waiting = 0
  #heldBack: Pausable | null = null
  #failure: unknown = null

  constructor(path: string, key: Buffer, maxBytes: number, discarded: (file: BodyFile) => void) {
    this.#path = path
    this.#key = key
    this.#maxBytes = maxBytes
    this.#discarded = discarded
    this.#cipher = createCipheriv(CIPHER, key, this.#iv)
    this.#opened = open(path, 'wx', 0o600)
    // Reported by `finish`.
    this.#opened.catch(() => {})
  }

  write(bytes: Buffer): void {
    const taken = bytes.subarray(0, this.#maxBytes - this.size)
    if (taken.length < bytes.length) this.isCut = true
    if (taken.length === 0) return
    this.size += taken.length
    this.#waiting += taken.length
    const encrypted = this.#cipher.update(taken)
    this.#writing = this.#writing.then(() => this.#append(encrypted)).catch((error: unknown) => this.#failed(error))
  }

  /** Holds a stream back while the disk is slower than it. */
  holdBack(stream: Pausable): void {
    if (this.#waiting <= MAX_WAITING_BYTES || this.#heldBack) return
    this.#heldBack = stream
    stream.pause()
  }

  /** Resolves when everything is on disk; rejects if the disk failed. */
  async finish(): Promise<void> {
    await this.#writing
    await (await this.#opened).close()
    if (this.#failure !== null) throw this.#failure
  }

  /** Reads the body. */
  async *read(): AsyncGenerator<Buffer> {
    const decipher = createDecipheriv(CIPHER, this.#key, this.#iv)
    for await (const bytes of createReadStream(this.#path)) yield decipher.update(bytes as Buffer)
  }

  /** Deletes the file. */
  async discard(): Promise<void> {
    this.#discarded(this)
    await this.finish().catch(() => {})
    await rm(this.#path, { force: true })
  }

  async #append(encrypted: Buffer): Promise<void> {
    if (this.#failure === null) await (await this.#opened).appendFile(encrypted)
    this.#waiting -= encrypted.length
    if (this.#waiting <= MAX_WAITING_BYTES) this.#release()
  }

  #failed(error: unknown): void {
    this.#failure ??= error
    this.#waiting = 0
    this.#release()
  }

  #release(): void {
    this.#heldBack?.resume()
    this.#heldBack = null
  }
}

/** The agent's directory for long bodies. They belong to one process, so what an earlier one left is deleted. */
export class BodyFiles {
  /** Largest body that the server stores; 0: none. */
  maxBytes = 0
  readonly #directory: string
  readonly #key = randomBytes(32)
  readonly #files = new Set<BodyFile>()
  #number = 0

  private constructor(directory: string) {
    this.#directory = directory
  }

  static async open(directory: string): Promise<BodyFiles> {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return new BodyFiles(directory)
  }

  /** A new file; null if the server stores no bodies, or this agent holds too many that the server has not taken. */
  create(): BodyFile | null {
    if (this.maxBytes === 0 || this.#files.size >= MAX_BODIES) return null
    this.#number++
    const path = join(this.#directory, String(this.#number))
    const file = new BodyFile(path, this.#key, this.maxBytes, (gone) => this.#files.delete(gone))
    this.#files.add(file)
    return file
  }

  /** Deletes all files. */
  async close(): Promise<void> {
    await Promise.all([...this.#files].map((file) => file.discard()))
    await rm(this.#directory, { recursive: true, force: true })
  }
}

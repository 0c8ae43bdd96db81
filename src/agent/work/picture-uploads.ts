import { PICTURES_BYTES } from '../../contract/results/browser-detail.ts'
import type { Picture } from '../browser/page-task.ts'
import { type BodyFile, BodyFiles } from '../runner/body-file.ts'
import { insistentPost, type PostOptions } from './insistent-post.ts'

/** Pictures of one result, one after the other in a file, and where each of them ends. */
type Kept = { file: BodyFile; lengths: readonly { number: number; bytes: number }[] }

/** Sends the pictures of browser tests to the server, each after its result was accepted. Until then they are on disk, encrypted. */
export class PictureUploads {
  readonly #options: PostOptions
  readonly #files: BodyFiles
  readonly #kept = new Map<string, Kept>()
  #sending: Promise<void> = Promise.resolve()

  private constructor(options: PostOptions, files: BodyFiles) {
    this.#options = options
    this.#files = files
  }

  static async open(directory: string, options: PostOptions): Promise<PictureUploads> {
    const files = await BodyFiles.open(directory)
    files.maxBytes = PICTURES_BYTES
    return new PictureUploads(options, files)
  }

  /** Keeps pictures until their result is settled; false if too many results wait. */
  readonly keep = (id: string, pictures: readonly Picture[]): boolean => {
    const file = this.#files.create()
    if (!file) return false
    for (const { bytes } of pictures) file.write(Buffer.from(bytes))
    void this.#kept.get(id)?.file.discard()
    this.#kept.set(id, { file, lengths: pictures.map(({ number, bytes }) => ({ number, bytes: bytes.length })) })
    return true
  }

  /** Sends the pictures of a result if the server has accepted it; otherwise deletes them. */
  settled(id: string, isAccepted: boolean): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    this.#kept.delete(id)
    this.#sending = this.#sending
      .then(() => (isAccepted ? this.#send(id, kept) : undefined))
      .catch((error: unknown) => {
        const cause = error instanceof Error ? error.message : String(error)
        this.#options.log(`the pictures of ${id} are lost: ${cause}`)
      })
      .then(() => kept.file.discard())
  }

  /** Resolves when all pictures of accepted results are sent. */
  flush(): Promise<void> {
    return this.#sending
  }

  close(): Promise<void> {
    return this.#files.close()
  }

  async #send(id: string, { file, lengths }: Kept): Promise<void> {
    await file.finish()
    const parts: Buffer[] = []
    for await (const part of file.read()) parts.push(part)
    const all = Buffer.concat(parts)
    let at = 0
    for (const { number, bytes } of lengths) {
      const content = all.subarray(at, at + bytes).toString('base64')
      at += bytes
      const path = `/remote-api/1/agent/results/${id}/pictures/${number}`
      const isStored = await insistentPost(this.#options, path, JSON.stringify({ content }), {
        kind: 'picture',
        what: `picture ${number} of ${id}`,
      })
      if (!isStored) return
    }
  }
}

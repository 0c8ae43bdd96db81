import { PIECE_BYTES } from '../../contract/results/results.ts'
import type { BodyFile, BodyFiles } from '../runner/body-file.ts'
import { type LongBody, type Piece, piecesOf } from '../runner/long-body.ts'
import { insistentPost, type PostOptions } from './insistent-post.ts'

type UploadOptions = PostOptions & { files: BodyFiles }

/** Sends long bodies to the server, one after the other, each after its result was accepted, and deletes them. */
export class BodyUploads {
  readonly #options: UploadOptions
  /** Bodies of results that the server has not accepted yet. */
  readonly #kept = new Map<string, LongBody>()
  #sending: Promise<void> = Promise.resolve()

  constructor(options: UploadOptions) {
    this.#options = options
  }

  /** A new file for a long body; null if there must not be another. */
  readonly create = (): BodyFile | null => this.#options.files.create()

  /** Keeps a body until its result is settled. */
  readonly keep = (id: string, body: LongBody): void => {
    void this.#kept.get(id)?.file.discard()
    this.#kept.set(id, body)
  }

  /** Sends the body of a result if the server has accepted it; otherwise deletes it. */
  settled(id: string, isAccepted: boolean): void {
    const body = this.#kept.get(id)
    if (!body) return
    this.#kept.delete(id)
    this.#sending = this.#sending
      .then(() => (isAccepted ? this.#send(id, body) : undefined))
      .catch((error: unknown) => {
        const cause = error instanceof Error ? error.message : String(error)
        this.#options.log(`the response body of ${id} is lost: ${cause}`)
      })
      .then(() => body.file.discard())
  }

  /** Resolves when all bodies of accepted results are sent. */
  flush(): Promise<void> {
    return this.#sending
  }

  async #send(id: string, body: LongBody): Promise<void> {
    const { signal, files } = this.#options
    await body.file.finish()
    let number = 0
    for await (const piece of piecesOf(body, files.maxBytes, PIECE_BYTES)) {
      if (signal.aborted || !(await this.#sendPiece(id, number, piece))) return
      number++
    }
  }

  /** Returns whether the server has the piece. Without an answer it is sent again. */
  #sendPiece(id: string, number: number, { bytes, end }: Piece): Promise<boolean> {
    const piece = JSON.stringify({ number, content: bytes.toString('base64'), ...(end && { end }) })
    const path = `/remote-api/1/agent/results/${id}/body`
    return insistentPost(this.#options, path, piece, { kind: 'body', what: `the response body of ${id}` })
  }
}

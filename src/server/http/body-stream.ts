/** A streamed answer whose content type depends on its content. `next` returns its pieces in order, then undefined. */
export class BodyStream extends ReadableStream<Uint8Array> {
  readonly media: string
  /** Saves the content under a name instead of showing it; null: clients decide. */
  readonly fileName: string | null

  constructor(media: string, next: () => Promise<Uint8Array | undefined>, fileName: string | null = null) {
    super({
      async pull(out) {
        const piece = await next()
        if (piece === undefined) out.close()
        else out.enqueue(piece)
      },
    })
    this.media = media
    this.fileName = fileName
  }
}

/** A streamed answer whose content type depends on its content. `next` returns its pieces in order, then undefined. */
export class BodyStream extends ReadableStream<Uint8Array> {
  readonly media: string

  constructor(media: string, next: () => Promise<Uint8Array | undefined>) {
    super({
      async pull(out) {
        const piece = await next()
        if (piece === undefined) out.close()
        else out.enqueue(piece)
      },
    })
    this.media = media
  }
}

/**
 * A streamed answer whose content type depends on its content. `next` returns its pieces in order, then undefined; `isOver` tells it that
 * the client has gone.
 */
export class BodyStream extends ReadableStream<Uint8Array> {
  readonly media: string
  /** Saves the content under a name instead of showing it; null: clients decide. */
  readonly fileName: string | null

  constructor(
    media: string,
    next: (isOver: () => boolean) => Promise<Uint8Array | undefined>,
    fileName: string | null = null,
  ) {
    let isCancelled = false
    const isOver = () => isCancelled
    super({
      async pull(out) {
        const piece = await next(isOver)
        if (isCancelled) return
        if (piece === undefined) out.close()
        else out.enqueue(piece)
      },
      cancel() {
        isCancelled = true
      },
    })
    this.media = media
    this.fileName = fileName
  }
}

/** Receives the bytes of a body without their framing. */
export type BodySink = (bytes: Buffer) => void

/** Maximum length of a chunk's size line with extensions, and of the trailer fields. */
const MAX_LINE_BYTES = 8_192
const MAX_TRAILER_BYTES = 65_536
/** Zeros may lead a size; more digits after them are no body that could be read. */
const sizeLine = /^(?:0*)([0-9a-f]{1,12})[\t ]*(?:;.*)?$/i

/** Decodes a chunked body (RFC 9112, 7.1), regardless of how its bytes are split. */
export class ChunkedBody {
  done = false
  /** A protocol error. Nothing is read after it. */
  fault: string | null = null
  readonly #sink: BodySink
  readonly #quote: (text: string, most: number) => string
  #part: 'size' | 'data' | 'data-end' | 'trailers' = 'size'
  #left = 0
  #line = ''
  #trailerBytes = 0

  constructor(sink: BodySink, quote: (text: string, most: number) => string) {
    this.#sink = sink
    this.#quote = quote
  }

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length && !this.done && this.fault === null) {
      at = this.#part === 'data' ? this.#data(bytes, at) : this.#lineOf(bytes, at)
    }
  }

  #data(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left)
    this.#sink(bytes.subarray(at, end))
    this.#left -= end - at
    if (this.#left === 0) this.#part = 'data-end'
    return end
  }

  #lineOf(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(10, at)
    const end = feed < 0 ? bytes.length : feed
    this.#line += bytes.toString('latin1', at, end)
    if (this.#line.length > MAX_LINE_BYTES) this.fault = 'a line of its chunked body never ends'
    else if (feed >= 0) {
      const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
      this.#line = ''
      this.#takeLine(line)
    }
    return feed < 0 ? end : feed + 1
  }

  #takeLine(line: string): void {
    if (this.#part === 'data-end') {
      if (line === '') this.#part = 'size'
      else this.fault = 'a chunk of its body is longer than it says'
    } else if (this.#part === 'trailers') {
      this.#trailerBytes += line.length
      if (line === '') this.done = true
      else if (this.#trailerBytes > MAX_TRAILER_BYTES) this.fault = 'its trailers never end'
    } else {
      const size = sizeLine.exec(line)?.[1]
      if (size === undefined) this.fault = `the size of a chunk is ${this.#quote(line, 40)}`
      else {
        this.#left = Number.parseInt(size, 16)
        this.#part = this.#left === 0 ? 'trailers' : 'data'
      }
    }
  }
}

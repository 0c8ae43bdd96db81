import { FRAMES, type Frame } from './http2-frames.ts'
import { MAX_HEAD_BYTES } from './response-parser.ts'

/** Maximum number of frames of a kind that carries no content. More are an attack. */
const MAX_CONTROL_FRAMES = 100
/** Maximum number of frames that one block of headers continues in; 64 kB take four. */
const MAX_CONTINUATIONS = 8
/** Maximum number of frames without content between two with content. */
const MAX_EMPTY_FRAMES = 1_000

const hasContent = new Set<number>([FRAMES.data, FRAMES.headers, FRAMES.continuation])

const NAMES: Readonly<Record<number, string>> = { [FRAMES.settings]: 'SETTINGS', [FRAMES.ping]: 'PING' }

/** Bounds on the frames of one response, which a server could send without end and without saying anything. */
export class FrameBounds {
  readonly #counts = new Map<number, number>()
  #headBytes = 0
  #continuations = 0
  #empty = 0

  /** Returns what is wrong, to follow "malformed response:"; null if nothing is. */
  faultOf({ type, length }: Frame): string | null {
    if (type === FRAMES.headers) this.#headBytes = 0
    if (type === FRAMES.headers || type === FRAMES.continuation) {
      this.#headBytes += length
      this.#continuations = type === FRAMES.headers ? 0 : this.#continuations + 1
      if (this.#continuations > MAX_CONTINUATIONS) return 'its headers never end'
      if (this.#headBytes > MAX_HEAD_BYTES) return `its headers are larger than ${MAX_HEAD_BYTES} bytes`
    }
    const count = (this.#counts.get(type) ?? 0) + 1
    const name = NAMES[type]
    if (name !== undefined) {
      this.#counts.set(type, count)
      if (count > MAX_CONTROL_FRAMES) return `the server floods the connection with ${name} frames`
    }
    if (length > 0 && hasContent.has(type)) this.#empty = 0
    // A server sends as many of these as the request's body takes.
    else if (type !== FRAMES.windowUpdate) this.#empty++
    return this.#empty > MAX_EMPTY_FRAMES ? 'the server floods the connection with empty frames' : null
  }
}

/** Structural limits of a body, whatever its size. */
const MOST_DEPTH = 32
const MOST_FIELDS = 1_000
const MOST_VALUES = 50_000

/** Why a body is refused, as a status and a sentence. */
export type BodyRefusal = { readonly status: 400 | 422; readonly message: string }

/** A list in the outermost object: byte offsets of its brackets and of the commas between its items. */
export type ListSpan = { readonly open: number; readonly close: number; readonly commas: readonly number[] }

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const mismatched: BodyRefusal = { status: 400, message: 'The body is not valid JSON: its brackets do not match.' }
const tooDeep: BodyRefusal = { status: 422, message: `The body must not be nested deeper than ${MOST_DEPTH} levels.` }
const tooManyFields: BodyRefusal = {
  status: 422,
  message: `The body must not have more than ${MOST_FIELDS} fields in one object.`,
}
const tooManyValues: BodyRefusal = { status: 422, message: `The body must not have more than ${MOST_VALUES} values.` }

/**
 * Scans a JSON text once, piece by piece as it arrives, and counts what a parser would have to build: depth, fields per object, values.
 * It builds nothing, so it can stop a body cheaply. Whether the text is otherwise valid is left to the parser.
 */
export class JsonScan {
  /** The list with the most items directly in the outermost object. */
  longestList: ListSpan | null = null
  #offset = 0
  #isText = false
  #isEscaped = false
  #values = 0
  /** The open brackets, and the commas in each. */
  readonly #open = new Uint8Array(MOST_DEPTH)
  readonly #commas = new Uint32Array(MOST_DEPTH)
  #depth = 0
  #listOpen = 0
  #listCommas: number[] = []

  /** Scans the next bytes; returns why the text must be refused, or null so far. */
  read(bytes: Uint8Array): BodyRefusal | null {
    let at = 0
    while (at < bytes.length) {
      if (this.#isText) at = this.#skipText(bytes, at)
      else {
        const objection = this.#step(bytes[at] ?? 0, this.#offset + at)
        if (objection) return objection
        at++
      }
    }
    this.#offset += bytes.length
    return null
  }

  /** Returns the position after the current string. */
  #skipText(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) {
        this.#isText = false
        return at + 1
      }
    }
    return bytes.length
  }

  #step(byte: number, position: number): BodyRefusal | null {
    switch (byte) {
      case QUOTE:
        this.#isText = true
        return null
      case OPEN_OBJECT:
      case OPEN_LIST:
        return this.#enter(byte, position)
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        return this.#leave(byte, position)
      case COMMA:
        return this.#next(position)
      default:
        return null
    }
  }

  #enter(byte: number, position: number): BodyRefusal | null {
    if (this.#depth === MOST_DEPTH) return tooDeep
    this.#open[this.#depth] = byte
    this.#commas[this.#depth] = 0
    this.#depth++
    if (this.#isList()) {
      this.#listOpen = position
      this.#listCommas = []
    }
    return this.#count()
  }

  #leave(byte: number, position: number): BodyRefusal | null {
    const opened = this.#open[this.#depth - 1]
    if (this.#depth === 0 || opened !== (byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) return mismatched
    if (this.#isList() && this.#listCommas.length > (this.longestList?.commas.length ?? 0))
      this.longestList = { open: this.#listOpen, close: position, commas: this.#listCommas }
    this.#depth--
    return null
  }

  #next(position: number): BodyRefusal | null {
    if (this.#depth === 0) return mismatched
    const inner = this.#depth - 1
    const commas = (this.#commas[inner] ?? 0) + 1
    this.#commas[inner] = commas
    if (this.#open[inner] === OPEN_OBJECT && commas >= MOST_FIELDS) return tooManyFields
    if (this.#isList()) this.#listCommas.push(position)
    return this.#count()
  }

  #count(): BodyRefusal | null {
    this.#values++
    return this.#values > MOST_VALUES ? tooManyValues : null
  }

  /** Whether the innermost bracket is a list directly in the outermost object. */
  #isList(): boolean {
    return this.#depth === 2 && this.#open[0] === OPEN_OBJECT && this.#open[1] === OPEN_LIST
  }
}

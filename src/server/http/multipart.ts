import type { IncomingMessage } from 'node:http'
import Busboy, { type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { type Problem, problem } from '../../domain/core/problem.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { StoredContent } from '../store/files/contents.ts'
import { tooLarge } from './bounded-bytes.ts'
import { flatten } from './definition.ts'

/** An uploaded file: its stored content, and what its sender calls it. */
export type Upload = StoredContent & { readonly fileName: string; readonly mediaType: string }

/** Takes the pieces of a file as they arrive. */
export type UploadSink = {
  write(piece: Buffer): Promise<Refusal | null>
  finish(): Promise<StoredContent>
  /** Deletes what was written, unless an object has taken it. */
  abandon(): Promise<void>
}

/** Opens a sink for a file; `bytes`: the size of the request, null if it is unknown. */
export type OpenSink = (bytes: number | null) => Promise<UploadSink | Refusal>

/** What an upload may hold beside the file: the fields of a form. */
const FIELDS = { fields: 50, fieldSize: 2 * 1024 * 1024, fieldNameSize: 100, parts: 60, headerPairs: 50 }
/** Bytes of all fields together, which are in memory at the same time. */
const FIELDS_BYTES = 2 * 1024 * 1024
const LONGEST_NAME = 255

/** Whether a request sends a form with files. */
export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')

const malformed = (why: string): Refusal => new Refusal(400, 'malformed_body', `The multipart body ${why}.`)

/** The name of a file without folders and control characters. */
const plainName = (name: string | undefined): string =>
  (name ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, LONGEST_NAME)

type Form = { readonly fields: Record<string, unknown>; readonly upload: Upload | null }

/** Writes a file to its sink; a refusal where it is too large. */
const receive = async (
  file: BusboyFileStream,
  sink: UploadSink,
  named: { fileName: string; mediaType: string },
): Promise<Upload | Refusal> => {
  for await (const piece of file as AsyncIterable<Buffer>) {
    const refusal = await sink.write(piece)
    if (refusal) return refusal
  }
  return { ...(await sink.finish()), ...named }
}

/**
 * Reads a form with one file, which is stored as it arrives: never more than a piece of it is in memory. Fields of a list may occur several
 * times.
 */
export const readMultipart = async (
  request: IncomingMessage,
  { definition, openSink }: { definition: unknown; openSink: OpenSink },
): Promise<Form | Refusal> => {
  if (request.headers['content-encoding'] !== undefined)
    return new Refusal(415, 'malformed_body', 'content-encoding must be absent from an upload.')
  const length = request.headers['content-length']
  const sink = await openSink(length === undefined ? null : Number(length))
  if (sink instanceof Refusal) return sink
  return readForm(request, flatten(definition), sink)
}

const readForm = async (
  request: IncomingMessage,
  definition: Readonly<Record<string, unknown>>,
  sink: UploadSink,
): Promise<Form | Refusal> => {
  let parser: ReturnType<typeof Busboy>
  try {
    // `isMultipart` has found the header.
    const headers = request.headers as BusboyHeaders
    parser = new Busboy({ headers, limits: { ...FIELDS, files: 2 }, fileHwm: 64 * 1024 })
  } catch {
    return malformed('cannot be read: its Content-Type names no boundary')
  }
  const lists = new Set(Object.keys(definition).filter((name) => String(definition[name]).includes('[]')))
  const fields: Record<string, unknown> = {}
  const problems: Problem[] = []
  let uploading: Promise<Upload | Refusal> | null = null
  let fail: (refusal: Refusal) => void = () => {}
  const failed = new Promise<Refusal>((resolve) => {
    fail = resolve
  })
  const state: { refusal: Refusal | null } = { refusal: null }
  void failed.then((refusal) => {
    state.refusal = refusal
  })

  parser.on('file', (name, file, fileName, _, mediaType) => {
    if (name !== 'file' || uploading !== null) {
      file.resume()
      problems.push(
        name === 'file'
          ? problem('file', 'duplicate', 'must be one file.')
          : problem(name, 'unknown', 'is not a file of this request: it takes a file named file.'),
      )
      return
    }
    uploading = receive(file, sink, { fileName: plainName(fileName), mediaType })
    uploading.then(
      (received) => received instanceof Refusal && fail(received),
      (error: unknown) => fail(error instanceof Refusal ? error : malformed('could not be stored')),
    )
  })
  let fieldsBytes = 0
  parser.on('field', (name, value, isNameCut, isCut) => {
    fieldsBytes += value.length
    if (fieldsBytes > FIELDS_BYTES) fail(tooLarge(FIELDS_BYTES))
    else if (isNameCut || isCut) problems.push(problem(name, 'length', 'is too long.'))
    else if (name === 'file') problems.push(problem('file', 'invalid', 'must be a file: its part needs a filename.'))
    else if (lists.has(name) || lists.has(`${name}?`)) fields[name] = [...listIn(fields[name]), value]
    else if (Object.hasOwn(fields, name)) problems.push(problem(name, 'duplicate', 'must not occur twice.'))
    else fields[name] = value
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(malformed('has too many parts')))
  const finished = new Promise<null>((resolve) => {
    parser.on('finish', () => resolve(null))
  })
  parser.on('error', () => fail(malformed('is incomplete or malformed')))

  const ended = await pump(request, parser, failed, state)
  if (ended) return ended
  const refusal = await Promise.race([finished, failed])
  if (refusal) return refusal
  const received: Upload | Refusal | null = await (uploading as Promise<Upload | Refusal> | null)
  if (received instanceof Refusal) return received
  if (problems.length > 0) return invalid(problems)
  return { fields, upload: received }
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Passes a request to its parser, at the speed of the parser. The request stays open, so that a refusal can still be sent. */
const pump = async (
  request: IncomingMessage,
  parser: ReturnType<typeof Busboy>,
  failed: Promise<Refusal>,
  state: { readonly refusal: Refusal | null },
): Promise<Refusal | null> => {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (state.refusal) return state.refusal
      if (parser.write(chunk)) continue
      const drained = new Promise<null>((resolve) => parser.once('drain', () => resolve(null)))
      const refusal = await Promise.race([drained, failed])
      if (refusal) return refusal
    }
  } catch {
    return malformed('is incomplete: the connection ended early')
  }
  parser.end()
  return null
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /^(text\/|image\/svg|application\/(json|geo|manifest|wasm))/
/** Smaller files fit into one packet uncompressed. */
const WORTH_COMPRESSING_BYTES = 1024

const encodings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} as const
type Encoding = keyof typeof encodings

/** A served file and its compressed forms, which are made on first request. */
type WebFile = {
  readonly type: string
  readonly tag: string
  readonly bytes: Buffer
  readonly packed: Map<Encoding, Promise<Buffer>>
}

/** The parts of a request that decide how a file is served. */
export type FileRequest = { readonly path: string; header(name: string): string | undefined }

export type WebFiles = {
  /** Returns a file's text; null if it does not exist. */
  text(path: string): string | null
  /** Answers a request for a file; null if no file has that path. */
  answer(request: FileRequest): Promise<Response | null>
}

/**
 * Reads all files below a folder once, so that an open page still finds its files after a new build. Paths are looked up among the files
 * found, so none can lead out of the folder. `more` adds files by path that are not in the folder.
 */
export const readWebFiles = async (
  folder: string | null,
  more: Readonly<Record<string, string>>,
): Promise<WebFiles> => {
  const files = new Map<string, WebFile>()
  const add = (path: string, bytes: Buffer) => {
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    files.set(path, { type: TYPES[extname(path)] ?? 'application/octet-stream', tag, bytes, packed: new Map() })
  }
  for (const [path, text] of Object.entries(more)) add(path, Buffer.from(text))
  for (const name of folder === null ? [] : await namesIn(folder))
    add(`/${name.split(sep).join('/')}`, await readFile(join(folder ?? '', name)))
  return {
    text: (path) => files.get(path)?.bytes.toString('utf8') ?? null,
    async answer({ path, header }) {
      const file = files.get(path)
      return file ? answerWith(file, path, header) : null
    },
  }
}

const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return []
      throw cause
    },
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

const answerWith = async (file: WebFile, path: string, header: FileRequest['header']): Promise<Response> => {
  const encoding = encodingFor(file, header('accept-encoding') ?? '')
  const etag = `"${file.tag}${encoding ? `-${encoding}` : ''}"`
  const headers = {
    // The bundler puts a content hash into the names of these files.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': file.type,
    // A worker is subject to the policy of its own file.
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    etag,
    vary: 'accept-encoding',
  }
  const known = header('if-none-match')
  if (known?.split(',').some((one) => isOfTag(one.trim(), etag))) return new Response(null, { status: 304, headers })
  const bytes = encoding ? await packedWith(file, encoding) : file.bytes
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

/** Whether an entity tag from the client matches, weak or not. */
const isOfTag = (named: string, etag: string): boolean => named === '*' || named.replace(/^W\//, '') === etag

const packedWith = (file: WebFile, encoding: Encoding): Promise<Buffer> => {
  const packed = file.packed.get(encoding) ?? encodings[encoding](file.bytes)
  file.packed.set(encoding, packed)
  return packed
}

/** Returns the best encoding that the client accepts; null for no compression. */
const encodingFor = ({ type, bytes }: WebFile, accepted: string): Encoding | null => {
  if (!COMPRESSED.test(type) || bytes.length < WORTH_COMPRESSING_BYTES) return null
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';')[0]?.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

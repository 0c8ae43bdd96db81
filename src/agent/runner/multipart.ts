import { randomBytes } from 'node:crypto'

/** Media type of forms with files (RFC 7578). */
export const MULTIPART = 'multipart/form-data'

/** A part of a multipart body. Its file name and media type are left out where they are null. */
export type Part = {
  readonly name: string
  readonly fileName: string | null
  readonly contentType: string | null
  readonly content: Buffer
  /** The content as results show it, where it is no text; null: as it is. */
  readonly shown: string | null
}

/** Escapes a name as browsers do: a quote or line break would end it early. */
const quoted = (name: string): string =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

const headOf = ({ name, fileName, contentType }: Part): string => {
  const file = fileName === null ? '' : `; filename=${quoted(fileName)}`
  const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`
  return `Content-Disposition: form-data; name=${quoted(name)}${file}\r\n${type}\r\n`
}

const randomBoundary = (): string => `----sonde${randomBytes(18).toString('base64url')}`

/** Returns a boundary that occurs in no part. */
const boundaryFor = (parts: readonly Part[], propose: () => string): string => {
  const heads = parts.map(headOf)
  for (;;) {
    const boundary = propose()
    if (!parts.some(({ content }, index) => content.includes(boundary) || heads[index]?.includes(boundary)))
      return boundary
  }
}

/** Encodes parts as a multipart/form-data body. `shown` is the body as results show it: without the content of files. */
export const multipartOf = (
  parts: readonly Part[],
  propose: () => string = randomBoundary,
): { contentType: string; bytes: Buffer; shown: string } => {
  const boundary = boundaryFor(parts, propose)
  const pieces: Buffer[] = []
  let shown = ''
  for (const part of parts) {
    const head = `--${boundary}\r\n${headOf(part)}`
    pieces.push(Buffer.from(head), part.content, Buffer.from('\r\n'))
    shown += `${head}${part.shown ?? part.content.toString()}\r\n`
  }
  const end = `--${boundary}--\r\n`
  pieces.push(Buffer.from(end))
  return { contentType: `${MULTIPART}; boundary=${boundary}`, bytes: Buffer.concat(pieces), shown: shown + end }
}

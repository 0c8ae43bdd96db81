import { bytesIn } from './curl-bytes.ts'
import type { CurlContent, CurlData, CurlOptions } from './curl-options.ts'
import { type CurlPart, nameOfFile, partsInText } from './curl-parts.ts'

/** The body of a request: one of text, bytes, parts or a file, or none; and what of it is left out, in sentences. */
export type CurlBody = {
  readonly body: string | null
  readonly body_encoding?: 'base64'
  readonly parts?: readonly CurlPart[]
  /** Null where the body is a file that still has to be chosen. */
  readonly file_id?: null
  readonly notes: readonly string[]
}

/** Puts the body of a request together. */
export const curlBody = (options: CurlOptions): CurlBody => {
  const { isHead, data, parts, upload } = options
  const [only] = data
  if (parts.length > 0) return inParts(options)
  if (isHead) return { body: null, notes: data.length > 0 || upload ? ['The body is left out: HEAD sends none.'] : [] }
  if (upload) return bodyOf(upload)
  if (only === undefined) return { body: null, notes: [] }
  if (data.length === 1 && !('text' in only.content)) return bodyOf(only.content)
  const notes: string[] = []
  const text = encodedText(data, notes)
  const found = partsOfText(options, text)
  return found ? { body: null, parts: found, notes: [...notes, ...filesToChoose(found)] } : { ...textBody(text), notes }
}

const inParts = ({ parts, data, upload }: CurlOptions): CurlBody => {
  const left = data.length > 0 || upload !== null
  return {
    body: null,
    parts,
    notes: [...(left ? ['Data beside the form fields is left out.'] : []), ...filesToChoose(parts)],
  }
}

const filesToChoose = (parts: readonly CurlPart[]): string[] => {
  const files = parts.flatMap(({ file_id, file_name }) => (file_id === null ? [file_name ?? ''] : []))
  if (files.length === 0) return []
  const [only] = files
  return [
    files.length === 1
      ? `The file ${only} has to be uploaded.`
      : `These files have to be uploaded: ${files.slice(0, 20).join(', ')}.`,
  ]
}

/** The parts of a multipart body that a browser copied as text. */
const partsOfText = ({ headers }: CurlOptions, text: string): CurlPart[] | null => {
  const type = headers.find((line) => /^content-type\s*:/i.test(line))
  return type === undefined ? null : partsInText(text, type.slice(type.indexOf(':') + 1).trim())
}

const textBody = (text: string): Omit<CurlBody, 'notes'> => {
  const bytes = bytesIn(text)
  return bytes === null ? { body: text } : { body: bytes, body_encoding: 'base64' }
}

const bodyOf = (content: CurlContent): CurlBody => {
  if ('text' in content) return { ...textBody(content.text), notes: [] }
  if ('base64' in content) return { body: content.base64, body_encoding: 'base64', notes: [] }
  return {
    body: null,
    file_id: null,
    notes: [`The body is the file ${nameOfFile(content.file)}, which has to be uploaded.`],
  }
}

/** The data options as one text, as a form's body or a query has them. Several `--json` are joined without `&`. */
export const encodedText = (data: readonly CurlData[], notes: string[]): string => {
  let text = ''
  let isFirst = true
  for (const { kind, content } of data) {
    if (!('text' in content)) {
      const what = 'file' in content ? `in the file ${nameOfFile(content.file)}` : 'from the standard input'
      notes.push(`The data ${what} is left out: it stands beside other data.`)
      continue
    }
    text += isFirst || kind === 'json' ? content.text : `&${content.text}`
    isFirst = false
  }
  return text
}

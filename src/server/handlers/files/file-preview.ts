import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { files } from '../../../contract/files/files.ts'
import { MOST_DOCUMENT_BYTES, readOpenApi } from '../../files/read-openapi.ts'
import type { Db } from '../../store/core/database.ts'
import { readContent } from '../../store/files/contents.ts'
import type { FileDoc } from '../../store/files/files.ts'

type Preview = AnswerOf<(typeof files)['endpoints']['file.preview']>

/** Bytes of text that are shown. */
const SHOWN_BYTES = 64 * 1024
/** A character that the cut has split takes up to this many bytes. */
const SPLIT_BYTES = 3

/** The text of bytes; null if they are not UTF-8, or contain NUL. */
const textOf = (bytes: Buffer, isCut: boolean): string | null => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let less = 0; less <= (isCut ? SPLIT_BYTES : 0); less++)
    try {
      const text = decoder.decode(bytes.subarray(0, bytes.length - less))
      return text.includes('\0') ? null : text
    } catch {}
  return null
}

/** The beginning of a file, and its operations. */
export const previewOf = async (db: Db, { size, openapi }: FileDoc, contentKey: number): Promise<Preview> => {
  const truncated = size > SHOWN_BYTES
  const text = textOf(await readContent(db, contentKey, SHOWN_BYTES), truncated)
  if (openapi === null) return { text, truncated: text !== null && truncated, operations: null }
  const outline = await readOpenApi(await readContent(db, contentKey, MOST_DOCUMENT_BYTES))
  return {
    text,
    truncated: text !== null && truncated,
    operations: typeof outline === 'string' ? [] : [...outline.operations],
  }
}

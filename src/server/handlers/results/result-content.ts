import { BodyStream } from '../../http/body-stream.ts'
import type { Db } from '../../store/core/database.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { readBodyPiece, storedBodyOf } from '../../store/results/result-bodies.ts'
import type { ResultStore } from '../../store/results/result-store.ts'

/** Media types of downloads: never one that a browser runs. */
const TEXT = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'

/** Streams the response body of a run: the stored one, else the part in the result detail; null if neither is there. */
export const contentOf = async (db: Db, results: ResultStore, run: RunColumns): Promise<BodyStream | null> => {
  const stored = await storedBodyOf(db, run)
  if (stored) return storedContent(db, run, stored.is_text)
  const response = (await results.detail(db, run))?.response
  if (response?.body == null) return null
  const isText = response.body_encoding === 'text'
  const bytes = Buffer.from(response.body, isText ? 'utf8' : 'base64')
  const left = bytes.length > 0 ? [bytes] : []
  return new BodyStream(isText ? TEXT : BYTES, async () => left.shift())
}

const storedContent = (db: Db, run: RunColumns, isText: boolean): BodyStream => {
  let piece = 0
  return new BodyStream(isText ? TEXT : BYTES, () => readBodyPiece(db, run, piece++))
}

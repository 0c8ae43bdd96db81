import { createHash } from 'node:crypto'
import type { Configuration } from '../configuration.ts'
import type { UploadSink } from '../http/multipart.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { addPiece, dropContent, finishContent, PIECE_BYTES, reserveContent } from '../store/files/contents.ts'

type Limits = Pick<Configuration, 'maxFileBytes' | 'projectFilesBytes'>

const MB = 1_048_576
const inMb = (bytes: number): string => `${Number((bytes / MB).toFixed(1))} MB`

/** The refusal of a file that is larger than the operator allows. */
const fileTooLarge = ({ maxFileBytes }: Limits): Refusal =>
  new Refusal(
    413,
    'body_too_large',
    `The file is larger than ${inMb(maxFileBytes)}, the limit of this server (SONDE_MAX_FILE_MB).`,
  )

const quotaReached = ({ projectFilesBytes }: Limits, free: number): Refusal =>
  new Refusal(
    403,
    'quota',
    `This server allows ${inMb(projectFilesBytes)} of files in a project (SONDE_PROJECT_FILES_MB), and ${free === 0 ? 'there is no room for another' : `${inMb(free)} are free`}. Delete a file, or ask the operator for a higher limit. The content of a file that was deleted or replaced takes room for another hour.`,
  )

/** What surrounds a file in a multipart request: at least this much of it is not the file. */
const FRAME_BYTES = 100

/** Opens a content of a project, which is written in pieces; or refuses one that has no room. */
export const openContent = async (
  db: Db,
  projectKey: number,
  limits: Limits,
  { bytes, now }: { bytes: number | null; now: number },
): Promise<UploadSink | Refusal> => {
  const { maxFileBytes, projectFilesBytes: quota } = limits
  const wanted = bytes === null ? maxFileBytes : Math.min(bytes, maxFileBytes)
  const least = bytes === null ? 1 : Math.max(0, wanted - FRAME_BYTES - FIELD_BYTES)
  const room = await reserveContent(db, projectKey, { wanted, least, quota, now })
  if ('free' in room) return quotaReached(limits, room.free)
  return sinkOf(db, room.contentKey, room.bytes, () =>
    room.bytes < wanted ? quotaReached(limits, room.bytes) : fileTooLarge(limits),
  )
}

/** A form may have fields beside its file; a file is not refused for their sake before it has arrived. */
const FIELD_BYTES = 16 * 1024

const sinkOf = (db: Db, contentKey: number, most: number, full: () => Refusal): UploadSink => {
  const hash = createHash('sha256')
  let size = 0
  let pieces = 0
  let held: Buffer[] = []
  let heldBytes = 0
  const flush = async () => {
    if (heldBytes === 0) return
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await addPiece(db, contentKey, pieces++, bytes.subarray(at, at + PIECE_BYTES))
  }
  return {
    async write(piece) {
      size += piece.length
      if (size > most) return full()
      hash.update(piece)
      held.push(piece)
      heldBytes += piece.length
      if (heldBytes >= PIECE_BYTES) await flush()
      return null
    },
    async finish() {
      await flush()
      const content = { contentKey, size, sha256: hash.digest('hex') }
      await finishContent(db, content)
      return content
    },
    abandon: () => dropContent(db, contentKey),
  }
}

/** Stores a text as content. */
export const storeText = async (
  db: Db,
  projectKey: number,
  limits: Limits,
  { text, now }: { text: string; now: number },
) => {
  const bytes = Buffer.from(text)
  if (bytes.length > limits.maxFileBytes) return fileTooLarge(limits)
  const sink = await openContent(db, projectKey, limits, { bytes: bytes.length, now })
  if (sink instanceof Refusal) return sink
  return (await sink.write(bytes)) ?? (await sink.finish())
}

import type { Db } from '../core/database.ts'
import { contentKeyOf, readContent } from './contents.ts'
import { files } from './files.ts'

/** Reads the text of a file of up to `most` bytes; null if there is no such file in the project, or it is longer or no UTF-8. */
export const textOfFile = async (db: Db, projectKey: number, id: string, most: number): Promise<string | null> => {
  const stored = await files.read(db, projectKey, id)
  if (!stored || stored.doc.size > most) return null
  const contentKey = await contentKeyOf(db, stored.key)
  if (contentKey === undefined) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readContent(db, contentKey, most))
  } catch {
    return null
  }
}

import { MAX_STEPS, PICTURE_BYTES } from '../../../contract/results/browser-detail.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { addPicture, pictureOf } from '../../store/results/result-pictures.ts'
import { runOfId } from '../../store/results/runs.ts'

/** Stores a picture for a result of the agent's own location. */
export const takePicture = async (
  db: Db,
  { id, number: numberText }: { readonly id: string; readonly number: string },
  locationKey: number,
  content: string,
): Promise<{ stored: boolean } | Refusal> => {
  const run = runOfId(id)
  const unknown = new Refusal(404, 'not_found', 'This location reported no result with that id.')
  if (!run || run.location_key !== locationKey) return unknown
  const number = /^\d{1,2}$/.test(numberText) ? Number(numberText) : Number.NaN
  if (!(number <= MAX_STEPS)) return new Refusal(404, 'not_found', `A picture has a number from 0 to ${MAX_STEPS}.`)
  const bytes = Buffer.from(content, 'base64')
  const picture = pictureOf(bytes)
  if (!picture)
    return invalid([{ field: 'content', code: 'invalid', message: 'content must be a PNG or JPEG in base64.' }])
  if (bytes.length > PICTURE_BYTES) return new Refusal(413, 'body_too_large', 'A picture may have 2 MiB.')
  const problem = await addPicture(db, run, number, picture)
  if (problem === 'no result') return unknown
  if (problem === 'too large')
    return new Refusal(413, 'body_too_large', 'The pictures of this result are too large together.')
  return { stored: true }
}

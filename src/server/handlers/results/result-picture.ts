import { BodyStream } from '../../http/body-stream.ts'
import { notFound, type Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { readPicture } from '../../store/results/result-pictures.ts'

/** Answers with a picture of a run. Its type is one of two, and never guessed by browsers: all answers say nosniff. */
export const pictureAnswer = async (
  db: Db,
  run: RunColumns,
  step: number | undefined,
): Promise<BodyStream | Refusal> => {
  const picture = await readPicture(db, run, step ?? null)
  if (!picture) return notFound(step === undefined ? 'screenshot of this result' : 'picture of this step')
  const left = [picture.bytes]
  return new BodyStream(picture.media, async () => left.shift())
}

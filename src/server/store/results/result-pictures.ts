import { sql } from 'kysely'
import { PICTURES_BYTES } from '../../../contract/results/browser-detail.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'

/** A picture of a browser test. Its media type is that of its content, whatever the agent says. */
export type Picture = { readonly media: 'image/png' | 'image/jpeg'; readonly bytes: Buffer }

const ofRun = ({ target_key, due, location_key, source, attempt }: RunColumns) =>
  sql`target_key = ${target_key} and due = ${due} and location_key = ${location_key} and source = ${source} and attempt = ${attempt}`

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Reads the media type off the first bytes; null if the content is neither PNG nor JPEG. */
export const pictureOf = (bytes: Buffer): Picture | null => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return { media: 'image/png', bytes }
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? { media: 'image/jpeg', bytes } : null
}

/** Stores a picture of a run that has a result, or is a trial; one that is stored already stays. Returns why it is not stored. */
export const addPicture = (
  db: Db,
  run: RunColumns,
  number: number,
  { media, bytes }: Picture,
): Promise<'no result' | 'too large' | null> =>
  db.transaction().execute(async (tx) => {
    // The row's lock keeps pictures that arrive together from exceeding the limit.
    const known = await sql`
      select 1 from result where ${ofRun(run)} for update`.execute(tx)
    const tried = await sql`
      select 1 from object where kind = 'trial' and ${run.source} = 0 and key = ${run.target_key}
        and (doc #>> '{run,due}')::bigint = ${run.due} for update`.execute(tx)
    if (known.rows.length + tried.rows.length === 0) return 'no result'
    const { rows } = await sql<{ size: number }>`
      select coalesce(sum(length(bytes)), 0)::float8 as size from result_picture where ${ofRun(run)} and number <> ${number}`.execute(
      tx,
    )
    if ((rows[0]?.size ?? 0) + bytes.length > PICTURES_BYTES) return 'too large'
    await sql`
      insert into result_picture (target_key, due, location_key, source, attempt, number, media_type, bytes)
      values (${run.target_key}, ${run.due}, ${run.location_key}, ${run.source}, ${run.attempt}, ${number}, ${media}, ${bytes})
      on conflict do nothing`.execute(tx)
    return null
  })

/** Lists the numbers of the stored pictures of a run. */
export const picturesOf = async (db: Db, run: RunColumns): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select number from result_picture where ${ofRun(run)} order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Reads the picture after a step; without a step, that of the page at the end, or else the last one there is. */
export const readPicture = async (db: Db, run: RunColumns, step: number | null): Promise<Picture | undefined> => {
  const { rows } = await sql<{ media_type: Picture['media']; bytes: Buffer }>`
    select media_type, bytes from result_picture where ${ofRun(run)} and (${step}::int is null or number = ${step})
    order by number = 0 desc, number desc limit 1`.execute(db)
  const [row] = rows
  return row && { media: row.media_type, bytes: row.bytes }
}

/** Deletes the pictures of trials that are deleted. */
export const deletePicturesOf = async (db: Db, targetKeys: readonly number[]): Promise<void> => {
  if (targetKeys.length === 0) return
  await sql`delete from result_picture where target_key = any(${[...targetKeys]}::int[])`.execute(db)
}

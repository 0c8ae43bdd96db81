import type { Db } from './database.ts'

/** Returns the installation's value of a name; undefined if it has none. */
export const recall = async (db: Db, name: string): Promise<unknown> =>
  (await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst())?.value

/** Returns the installation's value of a name, creating it if missing. If two servers compete, the first wins and both get its value. */
export const remember = async (db: Db, name: string, make: () => Promise<object>): Promise<unknown> => {
  const known = await recall(db, name)
  if (known !== undefined) return known
  await db
    .insertInto('installation')
    .values({ name, value: JSON.stringify(await make()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return recall(db, name)
}

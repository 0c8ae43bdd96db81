/** PostgreSQL's code for a transaction that it rolled back because others and it waited for each other. */
const DEADLOCK = '40P01'

/** Attempts of one transaction. Each deadlock takes PostgreSQL a second to find (`deadlock_timeout`). */
const MOST_ATTEMPTS = 3

/** Carries out a transaction, and begins it anew while it is the victim of a deadlock: the others have gone on by then. */
export const againAfterDeadlock = async <Outcome>(transaction: () => Promise<Outcome>): Promise<Outcome> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

import { StartProblem } from '../start-problem.ts'
import { EXTERNAL_DATABASE } from '../store/core/data-advice.ts'

/** Runs the first work at the database of `DATABASE_URL`, and turns its failure into a `StartProblem` of one sentence. */
export const atDatabaseUrl = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StartProblem) throw cause
    // A name with several addresses fails without a message of its own.
    const { message, code } = cause as { message?: string; code?: string }
    const reason = message || code || String(cause)
    throw new StartProblem(`${EXTERNAL_DATABASE} cannot be used: ${reason}.`, { cause })
  }
}

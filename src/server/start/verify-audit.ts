import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { smallestOf } from '../../domain/core/extremes.ts'
import type { Configuration } from '../configuration.ts'
import { clusterIn } from '../postgres/cluster.ts'
import { openPostgres } from '../postgres/open.ts'
import { StartProblem } from '../start-problem.ts'
import { faultWords } from '../store/audit/audit-fault.ts'
import { type Verdict, verifyAll } from '../store/audit/audit-verification.ts'
import { type Database, openDatabase } from '../store/core/database.ts'
import { atDatabaseUrl } from './external-database.ts'
import { openSecretCipher } from './installation.ts'

type Io = { say: (line: string) => void; log: (line: string) => void; onStep: (step: string) => void }

/** PostgreSQL's error codes for an unknown table or column. */
const UNKNOWN = /^42(P01|703)$/

/**
 * Verifies every chain of the audit log without a server and without changing anything, prints the findings, and returns whether all
 * chains are intact.
 */
export const verifyAudit = async (configuration: Configuration, io: Io): Promise<boolean> => {
  const source = await openSource(configuration, io)
  try {
    const { db } = source.database
    const sealing = await openSecretCipher(db, configuration.dataDir, configuration.secretKey)
    io.onStep('Verifying the audit log')
    const verdicts: (Verdict | null)[] = []
    for await (const verdict of verifyAll(db, sealing)) verdicts.push(verdict)
    for (const line of linesOf(verdicts)) io.say(line)
    return verdicts.every((verdict) => verdict !== null && verdict.fault === null)
  } catch (cause) {
    if (UNKNOWN.test((cause as { code?: string }).code ?? ''))
      throw new StartProblem('This store has no audit log with hash chains yet: start the server once to create it.')
    throw cause
  } finally {
    await source.close()
  }
}

const date = (ms: number): string => new Date(ms).toISOString()

const linesOf = (verdicts: readonly (Verdict | null)[]): string[] => {
  const chains = verdicts.filter((verdict) => verdict !== null)
  const broken = verdicts.filter((verdict) => verdict === null || verdict.fault !== null)
  const checked = chains.reduce((sum, verdict) => sum + verdict.checked, 0)
  const times = chains.flatMap(({ since }) => (since === null ? [] : [since]))
  const many = `${checked} ${checked === 1 ? 'entry' : 'entries'} in ${chains.length} ${chains.length === 1 ? 'chain' : 'chains'}`
  if (broken.length === 0)
    return [`The audit log is intact: ${many}${times.length > 0 ? ` since ${date(smallestOf(times))}` : ''}.`]
  return [
    `The audit log is not intact: only ${many} are valid.`,
    ...broken.map((verdict) => {
      const where =
        verdict === null ? '' : verdict.chain === 0 ? 'Entries without a project: ' : `Project ${verdict.chain}: `
      return `  ${where}${faultWords(verdict?.fault ?? null)}`
    }),
  ]
}

const CONNECTIONS = 2

const openSource = async (
  { databaseUrl, dataDir }: Configuration,
  { log, onStep }: Io,
): Promise<{ database: Database; close(): Promise<void> }> => {
  if (databaseUrl !== null) {
    const database = openDatabase(databaseUrl, { connections: CONNECTIONS, reads: true })
    await atDatabaseUrl(() => sql`select 1`.execute(database.db))
    return { database, close: () => database.close() }
  }
  if (!existsSync(clusterIn(dataDir)))
    throw new StartProblem(`There is no installation in ${dataDir}, so there is nothing to verify.`)
  const postgres = await openPostgres({ dataDir, log, onStep }).catch((cause: Error) => {
    if (!(cause instanceof StartProblem)) throw cause
    throw new StartProblem(`${cause.message} To verify while the server runs, enter “verify audit” in its console.`)
  })
  const database = openDatabase(postgres.url, { connections: CONNECTIONS })
  return {
    database,
    close: async () => {
      await database.close()
      await postgres.stop()
    },
  }
}

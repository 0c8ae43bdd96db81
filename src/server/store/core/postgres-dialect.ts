import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { transactionSettings } from './kinds-of-work.ts'
import { assignments } from './session-settings.ts'

/** Settings and `start transaction` are one message. */
class Driver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel && `isolation level ${isolationLevel}`
    const begin = ['start transaction', level, accessMode].filter(Boolean).join(' ')
    await connection.executeQuery(CompiledQuery.raw(`${begin};${assignments('set local', transactionSettings())}`))
  }
}

/** PostgreSQL, with transactions that begin with the settings of their kind of work. */
export class StoreDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new Driver(this.#config)
  }
}

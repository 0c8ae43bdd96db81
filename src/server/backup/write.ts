import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { StartProblem } from '../start-problem.ts'
import { applySettings, LONG_WORK } from '../store/core/session-settings.ts'
import { beginSnapshot, chainsIn, type SourceTable, sequencesIn } from './contents.ts'
import { diskProblem, newFolder } from './folder.ts'
import { fingerprintOf, writeKey } from './key.ts'
import { type Manifest, type TableFile, writeManifest } from './manifest.ts'
import { writeSignature } from './signature.ts'

/** A stream that counts its bytes and computes their SHA-256. */
const measure = (onBytes: (bytes: number) => void) => {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

const copyOut = async (
  client: Client,
  dir: string,
  { table, partition, columns }: SourceTable,
  onBytes: (bytes: number) => void,
): Promise<TableFile> => {
  const file = `tables/${table}.copy.gz`
  const copy = client.query(to(`copy "${table}" ("${columns.join('", "')}") to stdout (format binary)`))
  const counted = measure(onBytes)
  const written = measure(() => {})
  await pipeline(
    copy,
    counted.stream,
    createGzip({ level: 1 }),
    written.stream,
    createWriteStream(join(dir, file), { flags: 'wx', mode: 0o600, flush: true }),
  )
  // The row count arrives after the last row: waiting for another query's answer makes sure of it.
  await client.query('select 1')
  return { table, partition, columns, file, rows: copy.rowCount, ...written.result() }
}

export type BackupOptions = {
  readonly url: string
  /** Must not exist or be empty. */
  readonly dir: string
  readonly version: string
  readonly migration: string
  readonly secretKey: string | null
  readonly withKey: boolean
  readonly clock: () => number
  /** Called during the copy with the bytes done and the total, both estimates. */
  readonly show: (done: number, of: number) => void
  /** Aborts, and removes what was written. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies the database at `url` into a new folder while servers keep writing: one read-only transaction reads one snapshot and blocks no
 * server. The folder gets its name only once it is complete.
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { url, dir, secretKey, withKey, signal, show } = options
  const folder = newFolder(dir)
  const client = new Client({ connectionString: url, application_name: 'sonde backup' })
  client.on('error', () => undefined)
  const abort = () => void client.end()
  signal?.addEventListener('abort', abort)
  try {
    await client.connect()
    await applySettings(client, LONG_WORK)
    const sources = await beginSnapshot(client)
    const made = new Date(options.clock()).toISOString()
    const sequences = await sequencesIn(client)
    const audit = await chainsIn(client)
    const expected = sources.reduce((sum, { bytes }) => sum + bytes, 0)
    mkdirSync(join(folder.dir, 'tables'), { mode: 0o700 })
    let done = 0
    const tables: TableFile[] = []
    for (const source of sources)
      tables.push(
        await copyOut(client, folder.dir, source, (bytes) => {
          done += bytes
          show(done, Math.max(expected, done + 1))
        }),
      )
    await client.query('commit')
    show(done, done)
    if (withKey && secretKey !== null) writeKey(folder.dir, secretKey)
    const manifest = {
      version: options.version,
      migration: options.migration,
      made,
      keyFingerprint: secretKey === null ? null : fingerprintOf(secretKey),
      keyIncluded: withKey && secretKey !== null,
      tables,
      sequences,
      audit,
    }
    writeManifest(folder.dir, manifest)
    if (secretKey !== null) writeSignature(folder.dir, secretKey)
    signal?.throwIfAborted()
    folder.complete()
    return { format: 1, ...manifest }
  } catch (cause) {
    folder.abandon()
    if (signal?.aborted) throw new StartProblem('The backup was interrupted and left nothing behind.', { cause })
    throw diskProblem(dir, cause)
  } finally {
    signal?.removeEventListener('abort', abort)
    await client.end()
  }
}

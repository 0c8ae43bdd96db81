import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type } from 'arktype'
import { refuseSpecialFile } from '../ordinary-file.ts'
import { StartProblem } from '../start-problem.ts'

/** Version of the folder's layout. */
const FORMAT = 1
export const MANIFEST_FILE = 'manifest.json'

const Manifest = type({
  format: `${FORMAT}`,
  'verify?': 'string',
  /** The version that made the backup, and the database's last migration. */
  version: 'string',
  migration: 'string',
  /** Time of the snapshot, ISO 8601. */
  made: 'string.date.iso',
  /** Fingerprint of the secret key; null if the installation had none yet. */
  keyFingerprint: type(/^[0-9a-f]{64}$/).or('null'),
  keyIncluded: 'boolean',
  tables: type({
    table: /^[a-z_][a-z0-9_]*$/,
    /** The partitioned table and the partition's range, in milliseconds. */
    partition: type({ of: /^[a-z_][a-z0-9_]*$/, from: 'number.integer', to: 'number.integer' }).or('null'),
    columns: type(/^[a-z_][a-z0-9_]*$/).array(),
    file: /^tables\/[a-z_][a-z0-9_]*\.copy\.gz$/,
    rows: 'number.integer >= 0',
    bytes: 'number.integer >= 0',
    sha256: /^[0-9a-f]{64}$/,
  }).array(),
  sequences: type({ name: /^[a-z_][a-z0-9_]*$/, last: 'number.integer' }).array(),
  /** Last entry of each audit chain, to compare with the log at another time. */
  audit: type({ chain: 'number.integer', number: 'number.integer', hash: 'string' }).array(),
})

/** Table of contents of a backup, written last. */
export type Manifest = typeof Manifest.infer

export type TableFile = Manifest['tables'][number]

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the manifest, followed by a line with the SHA-256 of its own text. */
export const writeManifest = (dir: string, manifest: Omit<Manifest, 'format' | 'verify'>): void => {
  const verify =
    'sonde backup --verify DIR compares every file with its SHA-256 here. The last line is the SHA-256 of the lines above it.'
  const text = `${JSON.stringify({ format: FORMAT, verify, ...manifest }, null, 1)}\n`
  const fd = openSync(join(dir, MANIFEST_FILE), 'wx', 0o600)
  try {
    writeFileSync(fd, `${text}${sumOf(text)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const damaged = (dir: string): StartProblem =>
  new StartProblem(`The manifest of the backup in ${dir} is damaged: use another backup.`)

/** Reads the manifest of a complete backup. */
export const readManifest = (dir: string): Manifest => {
  refuseSpecialFile(join(dir, MANIFEST_FILE))
  let written: string
  try {
    written = readFileSync(join(dir, MANIFEST_FILE), 'utf8')
  } catch (cause) {
    throw new StartProblem(`${dir} is not a backup made by Sonde: it has no readable ${MANIFEST_FILE}.`, { cause })
  }
  const end = written.trimEnd().lastIndexOf('\n') + 1
  const text = written.slice(0, end)
  if (sumOf(text) !== written.slice(end).trim()) throw damaged(dir)
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null && 'format' in value && Number(value.format) > FORMAT)
    throw new StartProblem(`The backup in ${dir} was made by a newer Sonde: restore it with that version.`)
  const manifest = Manifest(value)
  if (manifest instanceof type.errors) throw damaged(dir)
  return manifest
}

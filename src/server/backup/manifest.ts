import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type } from 'arktype'
import { StartProblem } from '../start-problem.ts'

/** The layout of the folder. Another one gets another number. */
const FORMAT = 1
const FILE = 'manifest.json'

const Manifest = type({
  format: `${FORMAT}`,
  'verify?': 'string',
  /** The version that made it, and the last migration of the database. */
  version: 'string',
  migration: 'string',
  /** When its snapshot was taken, ISO 8601. */
  made: 'string.date.iso',
  /** Tells keys apart without being one; null where the installation had none yet. */
  keyFingerprint: type(/^[0-9a-f]{64}$/).or('null'),
  keyIncluded: 'boolean',
  tables: type({
    table: /^[a-z_][a-z0-9_]*$/,
    /** The partitioned table that it is a part of, and the range of days, in ms. */
    partition: type({ of: /^[a-z_][a-z0-9_]*$/, from: 'number.integer', to: 'number.integer' }).or('null'),
    columns: type(/^[a-z_][a-z0-9_]*$/).array(),
    file: /^tables\/[a-z_][a-z0-9_]*\.copy\.gz$/,
    rows: 'number.integer >= 0',
    bytes: 'number.integer >= 0',
    sha256: /^[0-9a-f]{64}$/,
  }).array(),
  sequences: type({ name: /^[a-z_][a-z0-9_]*$/, last: 'number.integer' }).array(),
  /** Where each chain of the audit log ends, to be held against the log of another time. */
  audit: type({ chain: 'number.integer', number: 'number.integer', hash: 'string' }).array(),
})

/** What a backup holds: its first page, written last. */
export type Manifest = typeof Manifest.infer

export type TableFile = Manifest['tables'][number]

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the manifest, with the sum of its own text in a line of its own at the end. */
export const writeManifest = (dir: string, manifest: Omit<Manifest, 'format' | 'verify'>): void => {
  const verify =
    'sonde backup --verify DIR compares every file with its SHA-256 here. The last line is that of the lines above.'
  const text = `${JSON.stringify({ format: FORMAT, verify, ...manifest }, null, 1)}\n`
  const fd = openSync(join(dir, FILE), 'wx', 0o600)
  try {
    writeFileSync(fd, `${text}${sumOf(text)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const damaged = (dir: string): StartProblem =>
  new StartProblem(`The manifest of the backup in ${dir} is damaged: use another backup.`)

/** Reads the manifest of a whole backup. */
export const readManifest = (dir: string): Manifest => {
  let written: string
  try {
    written = readFileSync(join(dir, FILE), 'utf8')
  } catch (cause) {
    throw new StartProblem(`${dir} holds no backup of Sonde: there is no readable ${FILE} in it.`, { cause })
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

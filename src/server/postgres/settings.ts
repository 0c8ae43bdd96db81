import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Allows connections only over the loopback interface and with the password. */
export const hostRules = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** The mode of the settings' file. */
const READABLE = 0o644

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '60',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'pglz',
  max_wal_size: '512MB',
  jit: 'off',
  // Frequent small vacuums: results arrive all day, and a long vacuum would slow queries down.
  autovacuum_max_workers: '2',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_duration_statement: '2s',
  log_checkpoints: 'off',
}

/**
 * Writes the product's settings into the cluster, where `postgresql.conf` includes them. `more` overrides single settings. Operators use
 * `alter system`, which overrides both.
 */
export const writeSettings = (clusterDir: string, more: Readonly<Record<string, string>>): void => {
  const text = Object.entries({ ...settings, ...more })
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
  const file = join(clusterDir, 'sonde.conf')
  if (isWritten(file, text)) return
  writeFileSync(`${file}.new`, text, { flush: true })
  // Whatever the umask: PostgreSQL passes over a file that its account may not read, and starts without these settings.
  chmodSync(`${file}.new`, READABLE)
  renameSync(`${file}.new`, file)
}

const isWritten = (file: string, text: string): boolean => {
  try {
    return (statSync(file).mode & READABLE) === READABLE && readFileSync(file, 'utf8') === text
  } catch {
    // The file does not exist yet.
    return false
  }
}

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseSpecialDataFile } from '../ordinary-file.ts'
import { StartProblem } from '../start-problem.ts'
import { codeOf, onDisk } from './disk-problem.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'postgres.password')
const serverFileIn = (dataDir: string): string => join(dataDir, 'postgres-server.password')
const wellFormed = /^[0-9a-f]{64}$/

/** The `StartProblem` for a password that is missing or does not open the database. */
export const passwordProblem = (dataDir: string): StartProblem =>
  new StartProblem(
    `The file ${fileIn(dataDir)} does not hold the password of the database in the same folder: restore the file from a copy of the data directory.`,
  )

/** Creates the superuser's password before the cluster exists, readable only for the server's account. */
export const createPassword = (dataDir: string): string => create(dataDir, fileIn(dataDir))

const create = (dataDir: string, file: string): string => {
  refuseSpecialDataFile(file)
  const password = randomBytes(32).toString('hex')
  onDisk(dataDir, () => writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true }))
  return password
}

/** Returns the superuser's password of the existing cluster. */
export const readPassword = (dataDir: string): string => {
  const password = read(fileIn(dataDir))
  if (password === null) throw passwordProblem(dataDir)
  return password
}

/** Returns the password of the server's role, creating it if missing: the superuser sets it at each start. */
export const openServerPassword = (dataDir: string): string =>
  readServerPassword(dataDir) ?? create(dataDir, serverFileIn(dataDir))

/** Returns the password of the server's role; null if no server that has the role was ever started. */
export const readServerPassword = (dataDir: string): string | null => read(serverFileIn(dataDir))

const read = (file: string): string | null => {
  refuseSpecialDataFile(file)
  try {
    const password = readFileSync(file, 'utf8').trim()
    return wellFormed.test(password) ? password : null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    return onDisk(file, () => {
      throw error
    })
  }
}

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readDataFile, writeDataFile } from '../data-file.ts'
import { StartProblem } from '../start-problem.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'postgres.password')
const serverFileIn = (dataDir: string): string => join(dataDir, 'postgres-server.password')
const wellFormed = /^[0-9a-f]{64}$/

/** The `StartProblem` for a password that is missing or does not open the database. */
export const passwordProblem = (dataDir: string): StartProblem =>
  new StartProblem(
    `The file ${fileIn(dataDir)} does not hold the password of the database in the same folder: restore the file from a copy of the data directory.`,
  )

/** Creates the superuser's password before the cluster exists, readable only for the server's account. */
export const createPassword = (dataDir: string): string => create(fileIn(dataDir))

const create = (file: string): string => {
  const password = randomBytes(32).toString('hex')
  writeDataFile(file, `${password}\n`)
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
  readServerPassword(dataDir) ?? create(serverFileIn(dataDir))

/** Returns the password of the server's role; null if no server that has the role was ever started. */
export const readServerPassword = (dataDir: string): string | null => read(serverFileIn(dataDir))

const read = (file: string): string | null => {
  const password = readDataFile(file)
  return password !== null && wellFormed.test(password) ? password : null
}

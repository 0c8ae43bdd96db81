import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../start-problem.ts'
import { codeOf, onDisk } from './disk-problem.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'postgres.password')
const serverFileIn = (dataDir: string): string => join(dataDir, 'postgres-server.password')
const wellFormed = /^[0-9a-f]{64}$/

/** The start problem of a password that is gone or does not open the database. */
export const passwordProblem = (dataDir: string): StartProblem =>
  new StartProblem(
    `The file ${fileIn(dataDir)} no longer holds the password of the database beside it: restore the file from a backup of the data directory.`,
  )

/** Makes the superuser's password of a new cluster, before there is a cluster, and keeps it readable for the server's account alone. */
export const createPassword = (dataDir: string): string => create(dataDir, fileIn(dataDir))

const create = (dataDir: string, file: string): string => {
  const password = randomBytes(32).toString('hex')
  onDisk(dataDir, () => writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true }))
  return password
}

/** The superuser's password of the cluster that is there. */
export const readPassword = (dataDir: string): string => {
  const password = read(fileIn(dataDir))
  if (password === null) throw passwordProblem(dataDir)
  return password
}

/** The password of the server's role, made where there is none: the superuser sets it at each start. */
export const openServerPassword = (dataDir: string): string =>
  readServerPassword(dataDir) ?? create(dataDir, serverFileIn(dataDir))

/** The password of the server's role; null where no server that has the role was ever started. */
export const readServerPassword = (dataDir: string): string | null => read(serverFileIn(dataDir))

const read = (file: string): string | null => {
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

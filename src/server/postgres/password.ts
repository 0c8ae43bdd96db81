import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../start-problem.ts'
import { codeOf, onDisk } from './disk-problem.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'postgres.password')
const wellFormed = /^[0-9a-f]{64}$/

/** The start problem of a password that is gone or does not open the database. */
export const passwordProblem = (dataDir: string): StartProblem =>
  new StartProblem(
    `The file ${fileIn(dataDir)} no longer holds the password of the database beside it: restore the file from a backup of the data directory.`,
  )

/** Makes the password of a new cluster, before there is a cluster, and keeps it readable for the server's account alone. */
export const createPassword = (dataDir: string): string => {
  const password = randomBytes(32).toString('hex')
  onDisk(dataDir, () => writeFileSync(fileIn(dataDir), `${password}\n`, { mode: 0o600, flush: true }))
  return password
}

/** The password of the cluster that is there. */
export const readPassword = (dataDir: string): string => {
  try {
    const password = readFileSync(fileIn(dataDir), 'utf8').trim()
    if (wellFormed.test(password)) return password
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return onDisk(fileIn(dataDir), () => {
        throw error
      })
  }
  throw passwordProblem(dataDir)
}

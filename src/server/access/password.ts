import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { COST } from './password-cost.ts'

const KEY_BYTES = 32

/** Node's small thread pool also resolves names and reads files, so hashing must not use all of it. */
const OPTIMISTIC = 2
/** Maximum waiting hashes, about 8 s of work; beyond it sign-ins are refused. */
const MOST_WAITING = 50
let atWork = 0
const waiting: (() => void)[] = []

/** Whether too many passwords wait to be hashed. */
export const isHashingBusy = (): boolean => waiting.length >= MOST_WAITING

const derive = async (password: string, salt: Buffer): Promise<Buffer> => {
  if (atWork >= OPTIMISTIC) await new Promise<void>((resolve) => waiting.push(resolve))
  else atWork += 1
  try {
    return await new Promise((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))),
    )
  } finally {
    // The slot passes to the next waiter; it becomes free only if nobody waits.
    const next = waiting.shift()
    if (next) next()
    else atWork -= 1
  }
}

/** `scrypt$<salt>$<key>`, both base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`
}

/** Takes as long as a comparison, for an unknown account, so that the response time does not reveal whether it exists. */
export const simulatePasswordCheck = async (password: string): Promise<false> => {
  await derive(password, Buffer.alloc(16))
  return false
}

export const passwordMatches = async (password: string, hash: string): Promise<boolean> => {
  const [, salt, key] = hash.split('$')
  if (!salt || !key) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), Buffer.from(key, 'base64'))
}

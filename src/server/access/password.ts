import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's second setting for scrypt: 32 MiB and about 100 ms for each guess. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32

/** Node's few threads also look up names and read files: guesses may not take them all. */
const AT_ONCE = 2
/** Beyond so many that wait, about 8 s of work, others are turned away. */
const MOST_WAITING = 50
let atWork = 0
const waiting: (() => void)[] = []

/** Whether so many passwords wait to be hashed that no more should be taken on. */
export const isHashingBusy = (): boolean => waiting.length >= MOST_WAITING

const derive = async (password: string, salt: Buffer): Promise<Buffer> => {
  if (atWork >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else atWork += 1
  try {
    return await new Promise((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))),
    )
  } finally {
    // The place is handed on; it is free only where nobody waits.
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

/** Takes as long as a comparison, for an account that is not there: how long an answer takes must not tell. */
export const pretendToMatch = async (password: string): Promise<false> => {
  await derive(password, Buffer.alloc(16))
  return false
}

export const passwordMatches = async (password: string, hash: string): Promise<boolean> => {
  const [, salt, key] = hash.split('$')
  if (!salt || !key) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), Buffer.from(key, 'base64'))
}

/** Fewest characters of a secret key, however it is given. */
export const SHORTEST_SECRET_KEY = 32

export const isLongEnough = (secretKey: string): boolean => secretKey.length >= SHORTEST_SECRET_KEY

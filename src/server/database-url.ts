import { StartProblem } from './start-problem.ts'

/** Whether the database's driver can read a URL. A socket's has no host: `postgres://user@/sonde?host=/run/postgresql`. */
const isReadable = (text: string): boolean => {
  const escaped = text.replaceAll(' ', '%20')
  return URL.canParse(escaped) || URL.canParse(escaped.replace('@/', '@socket/'))
}

/** Reads `DATABASE_URL`. The sentences of a refusal do not quote it, because it holds a password. */
export const databaseUrlOf = (text: string | null): string | null => {
  if (text === null) return null
  if (!/^postgres(ql)?:\/\/./.test(text))
    throw new StartProblem('DATABASE_URL must be a URL such as postgres://user:password@host:5432/sonde.')
  if (isReadable(text)) return text
  const port = /^[^/]*\/\/[^/]*:(\d+)(?:[/?]|$)/.exec(text)?.[1]
  if (port !== undefined && Number(port) > 65_535)
    throw new StartProblem(`The port in DATABASE_URL must be from 1 to 65535, but is ${port}.`)
  throw new StartProblem(
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/sonde, in which special characters of the password are percent-encoded (/ as %2F).',
  )
}

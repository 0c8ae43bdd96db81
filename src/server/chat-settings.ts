import { StartProblem } from './start-problem.ts'

/** The support chat: the secret that its tokens are signed with (HS256), and their audience. */
export type Chat = { secret: string; audience: string }

/** The settings of the chat; null where there is none. @throws a `StartProblem` if half of them are missing. */
export const chatOf = ({ secret, audience }: { secret: string | null; audience: string | null }): Chat | null => {
  if (secret === null) {
    if (audience !== null) throw new StartProblem('SONDE_CHAT_AUDIENCE works only together with SONDE_CHAT_SECRET.')
    return null
  }
  if (secret.length < 32)
    throw new StartProblem('SONDE_CHAT_SECRET must have at least 32 characters, the same as in the chat’s settings.')
  return { secret, audience: audience ?? 'chat' }
}

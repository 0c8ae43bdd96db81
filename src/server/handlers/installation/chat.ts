import { SignJWT } from 'jose'
import type { chat } from '../../../contract/installation/chat.ts'
import type { HandlersOf } from '../../http/context.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById, isAddressConfirmed } from '../../store/accounts/accounts.ts'

const LIVES_S = 300

const none = new Refusal(404, 'not_found', 'No support chat is configured here: its operator sets SONDE_CHAT_SECRET.')

export const chatHandlers = ({ configuration, url }: Services): HandlersOf<typeof chat> => ({
  'chat.login': async (_, { caller, db, now }) => {
    if (!configuration.chat) return none
    if (caller.kind !== 'account') return forbidden('An API key is no person: sign in to chat.')
    const account = await accountById(db, caller.accountId)
    if (!account) return forbidden('This account no longer exists.')
    const { secret, audience } = configuration.chat
    const seconds = Math.floor(now / 1000)
    return new SignJWT({
      name: account.nickname ?? account.name,
      email: account.email,
      email_verified: isAddressConfirmed(account),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(url)
      .setSubject(account.id)
      .setAudience(audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIVES_S)
      .sign(new TextEncoder().encode(secret))
  },
})

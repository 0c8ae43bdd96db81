import { recipientCommands } from './alerts/recipients.ts'
import { textCommands } from './core/text.ts'
import { sessionCommands } from './identity/session.ts'
import { unsubscribeCommands } from './mail/unsubscribe.ts'

/** What stands on screens for who is not signed in: they are drawn before all commands are here. */
export const signedOutCommands = [...sessionCommands, ...textCommands, ...unsubscribeCommands, ...recipientCommands]

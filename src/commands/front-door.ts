import { recipientCommands } from './recipients.ts'
import { sessionCommands } from './session.ts'
import { textCommands } from './text.ts'
import { unsubscribeCommands } from './unsubscribe.ts'

/** What stands on screens for who is not signed in: they are drawn before all commands are here. */
export const frontDoorCommands = [...sessionCommands, ...textCommands, ...unsubscribeCommands, ...recipientCommands]

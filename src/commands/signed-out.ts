import { ownAccountCommands } from './accounts/own-account.ts'
import { recipientCommands } from './alerts/recipients.ts'
import { textCommands } from './core/text.ts'
import { federatedSignInCommands, linkedIdentityCommands } from './federation/federated-sign-ins.ts'
import { invitationLinkCommands } from './identity/invitations.ts'
import { secondStepCommands } from './identity/second-step.ts'
import { sessionCommands } from './identity/session.ts'
import { unsubscribeCommands } from './mail/unsubscribe.ts'
import { reportPrintCommands } from './reports/print.ts'

/** Commands of screens before sign-in, which are drawn before all commands are loaded. */
export const signedOutCommands = [
  ...sessionCommands,
  ...secondStepCommands,
  ...invitationLinkCommands,
  ...federatedSignInCommands,
  ...linkedIdentityCommands,
  ...ownAccountCommands,
  ...textCommands,
  ...unsubscribeCommands,
  ...recipientCommands,
  ...reportPrintCommands,
]

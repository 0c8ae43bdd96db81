/** The commands of the front door, and what carries out their calls. */

export { signedOutCommands } from '../../commands/signed-out.ts'
export { callThrough } from './call-through.ts'

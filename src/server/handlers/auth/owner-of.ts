import { accountOf } from '../../access/caller.ts'
import type { ProjectContext } from '../../http/context.ts'

/** The owner of what a caller makes: the account, also behind an API key; else the key. */
export const ownerOf = ({ caller, actor }: ProjectContext): string => accountOf(caller) ?? actor

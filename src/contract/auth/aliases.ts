import { type Aliases, alias } from '../core/alias.ts'
import { authSettings } from './auth-settings.ts'
import { tokens } from './tokens.ts'

/** Auth settings and tokens for existing command-line clients. */
export const authAliases: Aliases = {
  'auth-setting.put': alias(authSettings.endpoints, 'PUT /api/2/auth/', { alsoOf: 'auth-setting.create' }),
  'token.put': alias(tokens.endpoints, 'PUT /api/2/tokens/', { alsoOf: 'token.create' }),
}

import { TOKEN_STATUS_WORDS, type TokenStatus } from '../../domain/auth/token-status.ts'
import { Badge } from '../parts/text/Badge.tsx'

const LOOKS = { valid: 'PASS', expiring: 'WARNING', expired: 'FAIL', no_expiry: 'PASS', error: 'FAIL' } as const

/** State of a token. */
export const TokenState = ({ status }: { status: TokenStatus }) => (
  <Badge category={LOOKS[status]} word={TOKEN_STATUS_WORDS[status]} />
)

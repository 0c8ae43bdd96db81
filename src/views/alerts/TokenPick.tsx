import { TOKEN_STATUS_WORDS } from '../../domain/auth/token-status.ts'
import { useResource } from '../core/use-resource.ts'
import { Select } from '../parts/form/Select.tsx'

type TokenPickProps = {
  readonly id: string
  /** The chosen token's id; empty for none yet. */
  readonly value: string
  readonly onValue: (id: string) => void
  readonly onLeave: () => void
}

/** One of the person's own tokens. */
export const TokenPick = (props: TokenPickProps) => {
  const own = (useResource('token.list', {}).data?.results ?? []).filter(({ meta }) => meta.mine)
  const options = own.map(({ id, meta, status }) => ({
    value: id,
    label: `${meta.name} (${TOKEN_STATUS_WORDS[status].toLowerCase()})`,
  }))
  return <Select {...props} options={[{ value: '', label: 'Choose a token' }, ...options]} />
}

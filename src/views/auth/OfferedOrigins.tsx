import { asOrigin } from '../../domain/secrets/secret-origins.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import type { AuthFormState } from './auth-table.ts'

/** Origins of the monitors that use the setting and of its domain, which are not allowed yet: each is added with one press. */
export const OfferedOrigins = ({ form }: { form: AuthFormState }) => {
  const { authId } = useCurrentRoute().params
  const { data } = useResource('auth-setting.users', authId === undefined ? null : { params: { id: authId } })
  const { draft, change } = form
  const allowed = draft.origins.split(/[\s,]+/).filter((origin) => origin !== '')
  const domain = draft.domain.trim() === '' ? [] : [asOrigin(`https://${draft.domain.trim()}`)]
  const used = (data?.data ?? []).map(({ refused_origin }) => refused_origin)
  const offered = [...new Set([...domain, ...used])].filter((each) => each !== null && !allowed.includes(each))
  if (offered.length === 0 || (allowed.length === 0 && used.length === 0)) return null
  return (
    <div className="row">
      {offered.map((origin) => (
        <FormButton
          key={origin}
          kind="secondary"
          icon="plus"
          label={`Allow ${origin}`}
          onPress={() => change('origins', [...allowed, origin].join(', '))}
        />
      ))}
    </div>
  )
}

import { type ReactNode, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import type { AuthSetting } from './auth-form.ts'

type OneSettingProps = { readonly id: string; readonly children: (setting: AuthSetting) => ReactNode }

/** The auth setting of an id, as the list has it until it is loaded. */
export const OneSetting = ({ id, children }: OneSettingProps) => {
  const read = useResource('auth-setting.read', { params: { id } })
  const list = useResource('auth-setting.list', {})
  const listed = useMemo(() => list.data?.results.find((row) => row.id === id), [list.data, id])
  const setting = read.data ?? (read.status === 'failed' ? undefined : listed)
  const slow = useSlow(read.status === 'pending' && !setting)
  if (setting) return children(setting)
  if (read.error)
    return (
      <LoadError
        page
        error={read.error}
        refetch={read.refetch}
        back={{ to: 'auth-settings', label: 'All auth settings' }}
      />
    )
  return slow ? <Loading label="Auth setting" /> : null
}

import { ConnectionsCard } from '../connections/ConnectionsCard.tsx'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LinkedSignInsCard } from '../federation/LinkedSignInsCard.tsx'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { AddressCard } from './AddressCard.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PictureCard } from './PictureCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { RemovalCard } from './RemovalCard.tsx'
import { SecurityCard } from './SecurityCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** One's own account: who one is, how the app is to look, and where one is signed in. */
const ProfileScreen = () => {
  const { data, error, status, refetch } = useResource('account.read', {})
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (!data) {
    if (error) return <LoadError page error={error} refetch={refetch} />
    return isSlow ? <Loading label="Profile" /> : null
  }
  return (
    <>
      <SettingsHead title="Profile" lead="These settings apply in every browser you sign in with." />
      <ProfileForm
        profile={data}
        below={
          <>
            <AppearanceCard />
            <SecurityCard hasPassword={data.has_password} />
            <SessionsCard ofTenant={data.of_tenant} />
            {!data.of_tenant && <RemovalCard profile={data} />}
          </>
        }
        beside={
          <div className="stack">
            <PictureCard profile={data} />
            <AddressCard profile={data} />
            <PasswordCard profile={data} />
            {!data.of_tenant && <LinkedSignInsCard />}
            <ConnectionsCard />
          </div>
        }
      />
    </>
  )
}
export default ProfileScreen

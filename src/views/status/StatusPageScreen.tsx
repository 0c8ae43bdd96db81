import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { AddressCard } from './AddressCard.tsx'
import { StatusPageForm } from './StatusPageForm.tsx'
import { SubscribersCard } from './SubscribersCard.tsx'

/** The public status page of the open project. */
const StatusPageScreen = () => {
  const page = useResource('status-page.read', {})
  const level = useMachine('project', (snapshot) => snapshot?.context.current?.access_level)
  const mayChange = level !== undefined && holds(level, 'manage')
  useTitle()
  return (
    <>
      <SettingsHead
        title="Status page"
        lead="A public page with the state of what this project monitors, for the people who use it."
      />
      <Loaded of={page} page={false} label="Status page">
        {(data) => (
          <StatusPageForm
            page={data}
            mayChange={mayChange}
            below={
              <>
                <AddressCard page={data} mayChange={mayChange} />
                {mayChange && data.last_update !== null && <SubscribersCard />}
              </>
            }
          />
        )}
      </Loaded>
    </>
  )
}
export default StatusPageScreen

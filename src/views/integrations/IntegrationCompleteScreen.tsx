import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'

/** Tells that an integration is connected, and that the tab can be closed. */
const IntegrationCompleteScreen = () => {
  const { params, search } = useCurrentRoute()
  const { provider: id = '' } = params
  const { organization } = search
  const providers = useResource('integration.providers', {})
  const name = providers.data?.data.find((each) => each.id === id)?.name ?? id
  useTitle(`${name} connected`)
  return (
    <Card label="Integration">
      <EmptyState
        title={`${name} is connected`}
        actions={
          organization && (
            <Go to="organization-integrations" params={{ orgId: organization }} kind="secondary">
              Integrations
            </Go>
          )
        }
      >
        You can close this tab.
      </EmptyState>
    </Card>
  )
}

export default IntegrationCompleteScreen

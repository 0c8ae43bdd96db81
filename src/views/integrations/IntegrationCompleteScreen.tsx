import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'

/** Tells that an integration is connected, and that the tab can be closed. */
const IntegrationCompleteScreen = () => {
  const { params, search } = useCurrentRoute()
  const { provider: id = '' } = params
  const { organization } = search
  const providers = useResource('integration.providers', {})
  const name = providers.data?.data.find((each) => each.id === id)?.name
  const title = name ? `${name} connected` : 'Integration'
  useTitle(title)
  return (
    <Loaded of={providers} label={title}>
      {() => (
        <>
          <PageHead title={title} />
          <Card label="Integration">
            <EmptyState
              title={name ? `${name} is connected` : 'This provider is not configured'}
              actions={
                organization && (
                  <Go to="organization-integrations" params={{ orgId: organization }} kind="secondary">
                    Integrations
                  </Go>
                )
              }
            >
              {name ? 'You can close this tab.' : `No integration provider “${id}” is configured on this server.`}
            </EmptyState>
          </Card>
        </>
      )}
    </Loaded>
  )
}

export default IntegrationCompleteScreen

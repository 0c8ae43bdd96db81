import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import settings from '../kit/settings/settings.module.css'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'

/** Names the applications that act for the person, and links to them. */
export const ConnectionsCard = () => {
  const { data, error, refetch } = useResource('connection.list', {})
  const names = data?.results.map(({ name }) => name) ?? []
  return (
    <Card title="Connected applications">
      {error && !data ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        <div className="stack">
          <p className={settings.note}>
            {names.length === 0
              ? 'No program acts for you. Assistants can read your monitors once you connect them.'
              : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''} may act for you.`}
          </p>
          <div>
            <Go to="connections" className={buttonClass({ kind: 'secondary', size: 'small' })}>
              Show connections
            </Go>
          </div>
        </div>
      )}
    </Card>
  )
}

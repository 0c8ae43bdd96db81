import type { ReactNode } from 'react'
import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import classes from '../kit/settings/settings.module.css'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { apiKeyList } from './api-key-list.ts'
import { NewApiKey } from './NewApiKey.tsx'

const head = (buttons?: ReactNode) => (
  <SettingsHead
    title={apiKeyList.title}
    lead="Programs call the API of this project with a key, which has the rights of one level."
    actions={buttons}
  />
)

/** Keys of this project's programs. */
const ApiKeysScreen = () => {
  const level = useMachine('project', (snapshot) => snapshot?.context.current?.access_level)
  const mayUse = level !== undefined && holds(level, 'inspect')
  const listing = useListing(apiKeyList, { when: mayUse })
  const { search } = useCurrentRoute()
  if (!mayUse) return <NoAccess />
  const usage = !listing.isEmpty && (
    <p className={classes.note}>
      A key goes into the header <code>Authorization: Bearer …</code>. The <a href="/api">API reference</a> lists what a
      key can call.
    </p>
  )
  return (
    <>
      <ListScreen listing={listing} columns={apiKeyColumns} head={head} below={usage} />
      {listing.data && search.new !== undefined && <NewApiKey level={level} />}
    </>
  )
}
export default ApiKeysScreen

const NoAccess = () => {
  useTitle()
  return (
    <>
      {head()}
      <Card label={apiKeyList.title}>
        <EmptyState title="Your level has no API keys">
          A key can do what its creator can do, and viewers cannot create keys. Ask an owner of the project for another
          level.
        </EmptyState>
      </Card>
    </>
  )
}

import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { isEventGroup } from '../../domain/mail/mail-groups.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AddressNotices } from './AddressNotices.tsx'
import { digestColumns } from './digest-columns.tsx'
import { digestList } from './digest-list.ts'
import { MailTabs } from './MailTabs.tsx'
import classes from './subscriptions.module.css'

export type Subscriptions = AnswerOf<ProductContract['subscription.list']>

/** The groups of mail over all projects, each with its switch. */
const Groups = ({ groups }: { groups: Subscriptions['results'] }) => (
  <ul className={classes.groups}>
    {groups.map(({ group, title, description, subscribed, next }) => (
      <li key={group}>
        <Switch
          checked={subscribed}
          hint={
            <>
              {description}
              {next && (
                <>
                  {' '}
                  Next <Time at={next} as="full" />.
                </>
              )}
            </>
          }
          acting={{ command: subscribed ? 'subscription.end' : 'subscription.add', args: { group } }}
        >
          {title}
        </Switch>
      </li>
    ))}
  </ul>
)

/** What one gets by mail: digests of projects, and groups of mail about all of them. */
const SubscriptionsScreen = () => {
  const groups = useResource('subscription.list', {})
  const digests = useListing(digestList)
  useTitle()
  return (
    <Loaded of={groups} label="Email subscriptions">
      {({ meta, results }) => (
        <>
          <SettingsHead title="Email subscriptions" lead={`What is sent to ${meta.email}, and to nobody else.`} />
          <div className={`stack ${classes.page}`}>
            <MailTabs />
            <AddressNotices meta={meta} />
            <ListBody listing={digests} columns={digestColumns} />
            <Card title="Over all projects" sub="at the times that you choose" flush>
              <Groups groups={results.filter(({ group }) => !isEventGroup(group))} />
            </Card>
            <Card title="Problems" sub="sent unless you turn it off" flush>
              <Groups groups={results.filter(({ group }) => isEventGroup(group))} />
            </Card>
            <p className={classes.note}>
              Digests leave at seven in the morning by the clock of {meta.time_zone}, which is set in your{' '}
              <Go to="profile" kind="text">
                profile
              </Go>
              . The last line of each mail ends it with one click.
            </p>
          </div>
        </>
      )}
    </Loaded>
  )
}
export default SubscriptionsScreen

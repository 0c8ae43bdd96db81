import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import { AddressNotices } from './AddressNotices.tsx'
import { MailTabs } from './MailTabs.tsx'
import classes from './subscriptions.module.css'

type Expert = AnswerOf<ProductContract['expert-subscription.read']>

const Subscribing = ({ meta: { subscribed, next, time_zone } }: Pick<Expert, 'meta'>) => (
  <Card title="Weekly mail" flush>
    <ul className={classes.groups}>
      <li>
        <Switch
          checked={subscribed}
          hint={
            <>
              Mondays at seven in the morning by the clock of {time_zone}: each shared monitor with the figures that it
              shares. Not sent while nothing is shared.
              {next && (
                <>
                  {' '}
                  Next <Time at={next} as="full" />.
                </>
              )}
            </>
          }
          acting={{ command: subscribed ? 'expert-subscription.end' : 'expert-subscription.add', args: {} }}
        >
          News of shared collections
        </Switch>
      </li>
    </ul>
  </Card>
)

const Collections = ({ collections }: { collections: Expert['results'] }) => (
  <Card title="Collections" sub="that share monitors with everyone here" flush>
    <ul className={classes.groups}>
      {collections.map(({ project_id, name, monitors }) => (
        <li key={project_id} className={classes.collection}>
          <span className="trunc">{name}</span>
          <span className="sec num">
            {formats.count(monitors)} shared {monitors === 1 ? 'monitor' : 'monitors'}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

/** The subscription to news of the monitors that collections share with every account of the installation. */
const ExpertSubscriptionScreen = () => {
  const expert = useResource('expert-subscription.read', {})
  useTitle()
  return (
    <Loaded of={expert} label="Shared collections">
      {({ meta, results }) => (
        <>
          <SettingsHead
            title="Shared collections"
            lead="Monitors that their projects share with everyone who has an account here."
            isMail
          />
          <div className={`stack ${classes.page}`}>
            <MailTabs />
            {results.length === 0 ? (
              <EmptyState title="No collection shares monitors with everyone">
                A monitor is shared under Advanced, by anyone who may edit it: its settings, its last result or its
                figures. There is no mail until a monitor is shared.
              </EmptyState>
            ) : (
              <AddressNotices meta={meta} />
            )}
            {(results.length > 0 || meta.subscribed) && <Subscribing meta={meta} />}
            {results.length > 0 && <Collections collections={results} />}
          </div>
        </>
      )}
    </Loaded>
  )
}
export default ExpertSubscriptionScreen

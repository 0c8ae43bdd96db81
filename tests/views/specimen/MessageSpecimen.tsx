import { Act } from '../../../src/views/parts/act/Act.tsx'
import { Card } from '../../../src/views/parts/text/Card.tsx'
import { EmptyState } from '../../../src/views/parts/text/EmptyState.tsx'
import { ErrorState } from '../../../src/views/parts/text/ErrorState.tsx'
import { Loading, Skeleton } from '../../../src/views/parts/text/Loading.tsx'
import { MixedNames, MixedScripts } from '../../../src/views/parts/text/MixedScripts.tsx'
import { Named } from '../../../src/views/parts/text/Named.tsx'
import { Notice } from '../../../src/views/parts/text/Notice.tsx'

/** What is said while there is nothing to show. */
export const MessageSpecimen = () => (
  <>
    <div className="stack">
      <Notice kind="fail" title="Two conditions failed.">
        The gateway answered 502 after 1.06 s of processing, and the body had no <code>$.payment.id</code>.
      </Notice>
      <Notice kind="warning" title="80 % of this month’s runs are used.">
        At this pace the plan ends on 26 November.
      </Notice>
      <MixedNames names={['p\u0430ypal', 'paypal', null, 'p\u0430ypal']} />
      <Named
        below={
          <>
            <span className="trunc">ada@example.com</span>
            <MixedScripts name={'\u0410da Lovelace'} />
            <MixedScripts name="Ada Lovelace" />
          </>
        }
      >
        {'\u0410da Lovelace'}
      </Named>
      <Notice kind="info">Schedules in a downtime do not run, and nothing counts as missed.</Notice>
    </div>
    <div className="two">
      <Card flush label="Nothing yet">
        <EmptyState
          title="No monitors yet"
          actions={<Act command="monitor.new" kind="primary" icon="plus" />}
          line="create monitor https://…"
        >
          A monitor calls one address on a schedule, from places you choose, and tells you when the answer is wrong,
          slow or missing.
        </EmptyState>
      </Card>
      <Card flush label="Not loaded">
        <ErrorState
          actions={<Act command="screen.reload" kind="secondary" icon="reload" />}
          details={{ screen: 'insights', cause: 'Loading chunk 41 failed', waited: '30,000 ms', build: null }}
        />
      </Card>
    </div>
    <Card title="Waiting">
      <Skeleton lines={3} />
      <Loading page={false} />
    </Card>
  </>
)

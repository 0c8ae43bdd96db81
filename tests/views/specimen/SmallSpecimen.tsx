import { Act } from '../../../src/views/parts/act/Act.tsx'
import { Go, Out } from '../../../src/views/parts/act/Go.tsx'
import { Menu } from '../../../src/views/parts/act/Menu.tsx'
import { Score } from '../../../src/views/parts/chart/Score.tsx'
import { SegmentedLinks } from '../../../src/views/parts/form/Segmented.tsx'
import { Badge, Verdict } from '../../../src/views/parts/text/Badge.tsx'
import { Card } from '../../../src/views/parts/text/Card.tsx'
import { PageHead } from '../../../src/views/parts/text/PageHead.tsx'
import { Tabs } from '../../../src/views/parts/text/Tabs.tsx'
import { Tags } from '../../../src/views/parts/text/Tag.tsx'

const categories = ['PASS', 'SLOW', 'WARNING', 'FAIL', 'QUEUED', 'SKIPPED'] as const

/** Head, tabs, buttons, badges. */
export const SmallSpecimen = () => (
  <>
    <PageHead
      title="Specimen"
      badge={<Badge category="PASS" look="soft" />}
      lead={
        <>
          Every part once. <Go to="monitors">Monitors</Go>
        </>
      }
      actions={
        <>
          <Menu
            label="More actions"
            icon="more"
            iconOnly
            items={[
              { command: 'monitor.run' },
              { command: 'monitor.edit' },
              { to: 'monitors', label: 'All monitors', icon: 'monitor' },
              'rule',
              { command: 'form.idle', icon: 'file' },
              { command: 'monitor.remove', danger: true },
            ]}
          />
          <Act command="monitor.edit" kind="secondary" icon="edit" />
          <Act command="monitor.run" kind="primary" icon="play" />
        </>
      }
    />
    <Tabs
      label="Monitor"
      tabs={[
        { to: 'home', label: 'Summary' },
        { to: 'monitors', label: 'Statistics' },
        { to: 'results', label: 'Results' },
        { to: 'results', label: 'Assertions', count: 6, current: false },
        { to: 'results', label: 'Monitoring', current: false },
        { to: 'results', label: 'Alerts', count: 3, current: false },
        { to: 'results', label: 'Insights', current: false },
        { to: 'results', label: 'Edit', current: false },
        { to: 'results', label: 'Audit', current: false },
      ]}
    />
    <SegmentedLinks
      label="Statistics"
      places={[
        { to: 'monitors', label: 'Overview' },
        { to: 'results', label: 'Latency' },
        { to: 'home', label: 'Pass/fail' },
      ]}
    />
    <div className="two">
      <Card title="Buttons">
        <div className="stack">
          <div className="row">
            <Act command="monitor.run" kind="primary" icon="play" />
            <Act command="monitor.edit" kind="secondary" />
            <Act command="dialog.close" kind="ghost" />
            <Act command="monitor.remove" kind="danger" />
            <Act command="form.idle" kind="secondary" />
          </div>
          <div className="row">
            <Act command="monitor.run" kind="primary" size="small" label="Run" />
            <Act command="alert.add" kind="secondary" size="small" />
            <Act command="monitor.remove" kind="danger-ghost" size="small" icon="trash" />
            <Act command="monitor.statistics" kind="secondary" size="small" iconOnly />
            <Act command="monitor.run" kind="primary" icon="play" pending />
            <Act command="form.saving" kind="primary" />
          </div>
          <div className="row">
            <Go to="monitors" kind="secondary" size="small" icon="monitor">
              A link as a button
            </Go>
            <Go to="results" kind="text" search={{ location: 'aws-use1' }}>
              A link in text
            </Go>
            <Out href="https://example.com/">Out of the app</Out>
          </div>
        </div>
      </Card>
      <Card title="Result categories" sub="shape, word and colour">
        <div className="stack">
          <div className="row">
            {categories.map((category) => (
              <Badge key={category} category={category} />
            ))}
          </div>
          <div className="row">
            {categories.map((category) => (
              <Badge key={category} category={category} look="soft" />
            ))}
          </div>
          <div className="row">
            <Score score={9.41} trend="up" />
            <Score score={7.12} trend="same" />
            <Score score={2.41} trend="down" />
            <Score score={null} />
            <Verdict held />
            <Verdict held={false} />
            <Verdict held={null} />
          </div>
          <Tags names={['checkout', 'critical', 'storefront', 'partner', 'legacy']} />
        </div>
      </Card>
    </div>
  </>
)

import { Blocks } from '../../../src/views/parts/chart/Blocks.tsx'
import { ChartFrame, Legend } from '../../../src/views/parts/chart/ChartFrame.tsx'
import { Bytes, Count, Latency, Rate } from '../../../src/views/parts/chart/Figure.tsx'
import { ProgressBar } from '../../../src/views/parts/chart/ProgressBar.tsx'
import { Sparkline } from '../../../src/views/parts/chart/Sparkline.tsx'
import { StatStrip } from '../../../src/views/parts/chart/StatStrip.tsx'
import { Waterfall } from '../../../src/views/parts/chart/Waterfall.tsx'
import { Card } from '../../../src/views/parts/text/Card.tsx'
import { CodeCard } from '../../../src/views/parts/text/Code.tsx'
import { KeyValues } from '../../../src/views/parts/text/KeyValues.tsx'
import { Time } from '../../../src/views/parts/text/Time.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const days = ['Sat 8', 'Sun 9', 'Mon 10', 'Tue 11', 'Wed 12', 'Thu 13', 'Fri 14']
const rateAt = (day: number, hour: number): number | null => {
  const place = day * 24 + hour
  if (place > 160) return null
  return place % 31 === 7 ? 0.97 : place % 37 === 11 ? 0.86 : place % 53 === 21 ? 0.4 : 1
}

/** Figures and small charts. */
export const FigureSpecimen = () => (
  <>
    <StatStrip
      label="Last 24 hours"
      stats={[
        {
          label: 'Pass rate',
          value: '99.35',
          unit: '%',
          change: { trend: 'down', words: '0.61 points lower', bad: true },
        },
        { label: 'Passing', value: '41', category: 'PASS', change: { words: 'of 48 monitors' } },
        { label: 'Median', value: '182', unit: 'ms', change: { trend: 'same', words: '1 ms slower' } },
        { label: 'p95', value: '421', unit: 'ms', change: { trend: 'up', words: '88 ms slower', bad: true } },
        { label: 'Runs', value: '2,301', change: { words: '3 missed' } },
        { label: 'Score', value: '9.41', change: { trend: 'up', words: 'from 9.28 last week' } },
      ]}
    />
    <div className="two">
      <ChartFrame
        title="Pass and fail"
        sub="per hour, UTC"
        table={<p style={{ padding: 16 }}>The table twin</p>}
        downloading={{ command: 'monitor.statistics' }}
        legend={<Legend entries={[{ label: 'AWS', swatch: <Sparkline values={[1, 2]} /> }]} />}
      >
        <Blocks
          label="Pass rate per hour, last 7 days"
          columns={hours.map((hour, place) => ({ name: `${hour}:00`, shown: place % 6 === 0 ? hour : undefined }))}
          rows={days.map((day, line) => ({
            name: day,
            blocks: hours.map((hour, place) => ({
              name: `${day} Nov ${hour}:00`,
              rate: rateAt(line, place),
              place: { to: 'results', search: { hour: line * 24 + place } },
            })),
          }))}
        />
      </ChartFrame>
      <div className="stack">
        <Card title="Run">
          <KeyValues
            items={[
              { name: 'Reason', value: 'HTTP_SERVER_ERROR' },
              { name: 'Address', value: '203.0.113.24', mono: true },
              { name: 'Total', value: <Latency ms={1284} /> },
              { name: 'Slowest', value: <Latency ms={12_400} /> },
              { name: 'Received', value: <Bytes size={214} /> },
              { name: 'Pass rate', value: <Rate share={0.9998} /> },
              { name: 'Fails', value: <Count value={0} /> },
              { name: 'Judged', value: <Time at={Date.now() - 12_000} /> },
              { name: 'Made', value: <Time at="2025-11-21T14:19:42Z" as="utc" /> },
              { name: 'Attempt', value: null },
            ]}
          />
        </Card>
        <ProgressBar label="Import" value={61} most={100} />
        <ProgressBar label="Upload" value={null} />
        <Sparkline values={[3, 4, 3, 5, 9, 4, null, 3, 4]} failed={[4]} label="Latency rises once" />
      </div>
    </div>
    <Waterfall times={{ dns: 18.2, tcp: 41.7, tls: 88.4, upload: 2.1, processing: 1061.9, download: 12.6 }} />
    <div className="two">
      <CodeCard
        title="Response"
        label="Response body"
        language="json"
        copying="text.copy"
        text={'{"error":{"code":"upstream_unavailable","retry":true,"after":2,"by":"{{ NAME }}"}}'}
        short
      />
      <CodeCard
        title="Page"
        label="Page source"
        language="html"
        text={'<!doctype html>\n<p class="lead">Out of <b>stock</b> &amp; sorry</p>\n<!-- end -->'}
      />
    </div>
  </>
)

import { Table } from '../parts/table/Table.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import classes from './browser.module.css'
import type { BrowserEvidence, Evidence, Result } from './full-result.ts'
import { FailedStepCard, JourneyCard } from './JourneyCard.tsx'
import { ResourcesCard } from './ResourcesCard.tsx'
import { Screenshot } from './Screenshot.tsx'
import { VitalsCard } from './VitalsCard.tsx'

const ConsoleCard = ({ messages }: { messages: BrowserEvidence['console'] }) => {
  const errors = messages.filter(({ level }) => level === 'error').length
  if (messages.length === 0)
    return (
      <Card title="Console">
        <p className="muted">The page wrote no errors or warnings to the console.</p>
      </Card>
    )
  return (
    <Card title="Console" sub={`${errors} errors, ${messages.length - errors} warnings`} flush>
      <Table
        label="Console"
        dense
        rows={messages.map((message, index) => ({ ...message, place: index }))}
        rowId={({ place }) => String(place)}
        rowName={({ text }) => text.slice(0, 60)}
        columns={[
          {
            id: 'level',
            head: 'Level',
            cell: ({ level }) => (
              <Badge category={level === 'error' ? 'FAIL' : 'WARNING'} word={level === 'error' ? 'Error' : 'Warning'} />
            ),
          },
          {
            id: 'text',
            head: 'Message',
            grows: true,
            names: true,
            className: classes.message,
            cell: ({ text, url, line }) => (
              <>
                <code>{text}</code>
                {url !== null && <small className="muted">{`${url}${line === null ? '' : `:${line}`}`}</small>}
              </>
            ),
          },
          { id: 'at', head: 'At, ms', align: 'end', hide: 's', cell: ({ at }) => formats.milliseconds(at) },
        ]}
      />
    </Card>
  )
}

const ScreenshotCard = ({ result, browser }: { result: Result; browser: BrowserEvidence }) => (
  <Card title="Screenshot" sub="at the end">
    {browser.screenshot ? (
      <Screenshot
        resultId={result.id}
        step={null}
        label={`The page ${browser.title ?? browser.url} at the end of the run`}
      />
    ) : (
      <p className="muted">
        No screenshot is stored: the page never showed, or it expired with the details of this run.
      </p>
    )}
  </Card>
)

const DocumentCard = ({ browser, evidence }: { browser: BrowserEvidence; evidence: Evidence }) => (
  <Card title="Page">
    <KeyValues
      items={[
        { name: 'Title', value: browser.title },
        { name: 'Address', value: browser.url, mono: true },
        {
          name: 'Document',
          value: evidence.response && `${evidence.response.status_code} ${evidence.response.status_string}`,
        },
        { name: 'Browser', value: browser.browser },
        { name: 'Window', value: `${browser.viewport.width} × ${browser.viewport.height}` },
      ]}
    />
  </Card>
)

/** Whether the picture of the failed step is shown, which is that of the end. */
const hasFailedPicture = ({ steps, pictures }: BrowserEvidence): boolean =>
  steps.some(({ status, number }) => status === 'failed' && pictures.includes(number))

type BrowserPartsProps = { readonly result: Result; readonly evidence: Evidence; readonly browser: BrowserEvidence }

/** Of a browser test: the step that failed first, then what the browser measured and showed. */
export const BrowserParts = ({ result, evidence, browser }: BrowserPartsProps) => (
  <>
    <FailedStepCard resultId={result.id} browser={browser} />
    <VitalsCard vitals={browser.vitals} />
    {!hasFailedPicture(browser) && <ScreenshotCard result={result} browser={browser} />}
    <JourneyCard resultId={result.id} browser={browser} />
    <ResourcesCard browser={browser} />
    <ConsoleCard messages={browser.console} />
    <DocumentCard browser={browser} evidence={evidence} />
  </>
)

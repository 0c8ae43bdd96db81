import { type ReactNode, useState } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { formats } from '../parts/text/format.ts'
import { pretty } from '../parts/text/highlight.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Method } from '../parts/text/Tag.tsx'
import type { Evidence, Result } from './full-result.ts'
import classes from './result.module.css'
import { noBodyWords, protocolName, sentence } from './result-words.ts'

type Headers = readonly { readonly key: string; readonly value: string }[]
type View = 'pretty' | 'raw'

const languageOf = (headers: Headers): 'json' | 'html' | 'text' => {
  const type = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value.toLowerCase() ?? ''
  return type.includes('json') ? 'json' : /html|xml/.test(type) ? 'html' : 'text'
}

const HeaderTable = ({ headers, label }: { headers: Headers; label: string }) => {
  if (headers.length === 0) return <p className="muted small">No headers.</p>
  return (
    <table className={classes.headers} aria-label={label}>
      <tbody>
        {headers.map(({ key, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat; their order is their identity
          <tr key={index}>
            <td>{key.toLowerCase()}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rawHead = (first: string, headers: Headers): string =>
  [first, ...headers.map(({ key, value }) => `${key}: ${value}`)].join('\n')

const ViewSwitch = (props: { label: string; view: View; onView: (view: View) => void }) => (
  <Segmented
    label={props.label}
    value={props.view}
    onValue={(view) => props.onView(view === 'raw' ? 'raw' : 'pretty')}
    options={[
      { value: 'pretty', label: 'Pretty' },
      { value: 'raw', label: 'Raw' },
    ]}
  />
)

const Body = ({ text, headers, view, label }: { text: string; headers: Headers; view: View; label: string }) => (
  <Code
    short
    text={view === 'pretty' ? pretty(text, languageOf(headers)) : text}
    language={view === 'pretty' ? languageOf(headers) : 'text'}
    label={label}
  />
)

/** The request as it went out, secrets masked. */
export const RequestCard = ({ request }: { request: NonNullable<Evidence['request']> }) => {
  const [view, setView] = useState<View>('pretty')
  const { method, url, headers, body } = request
  return (
    <Card title="Request" actions={<ViewSwitch label="Request view" view={view} onView={setView} />}>
      <div className={classes.message}>
        {view === 'raw' ? (
          <Code text={rawHead(`${method} ${url}`, headers)} language="http" label="Raw request" />
        ) : (
          <>
            <p className={`mono ${classes.line}`}>
              <Method name={method} /> {url}
            </p>
            <HeaderTable headers={headers} label="Request headers" />
          </>
        )}
        {body !== null && <Body text={body} headers={headers} view={view} label="Request body" />}
      </div>
    </Card>
  )
}

const bodyNote = (response: NonNullable<Evidence['response']>, messages: readonly string[]): ReactNode => {
  if (response.body === null || response.body === '') return <p className="muted small">{noBodyWords(messages)}</p>
  if (response.body_encoding === 'base64')
    return <p className="muted small">The body is not text. Download it to read it.</p>
  return null
}

const downloadLabel = ({ stored_body }: Result): string =>
  stored_body ? `Download body (${formats.bytes(stored_body.bytes)})` : 'Download body'

/** Says how much of a long body is shown here, and how much can be downloaded. */
const truncatedWords = (result: Result | null): string => {
  const stored_body = result?.stored_body
  if (!stored_body) return 'The body is longer than what is kept. This is its beginning.'
  if (!stored_body.truncated) return 'This is the beginning of the body. Download it to read the rest.'
  const size = formats.bytes(stored_body.bytes)
  return `This is the beginning of the body. It is longer than what is kept: the download has its first ${size}.`
}

/** Parts of a result detail that tell of the response. */
type ResponseEvidence = Pick<Evidence, 'response' | 'exception' | 'protocol' | 'messages'>

/** The response as it came, secrets masked. `result` is null where none is stored, so that there is no body to download. */
export const ResponseCard = ({ result, evidence }: { result: Result | null; evidence: ResponseEvidence }) => {
  const [view, setView] = useState<View>('pretty')
  const { response } = evidence
  if (!response)
    return (
      <Card title="Response">
        <p className="muted">{sentence(evidence.exception ?? 'There was no response.')}</p>
      </Card>
    )
  const status = `${response.status_code} ${response.status_string}`.trim()
  return (
    <Card
      title="Response"
      actions={
        <>
          <ViewSwitch label="Response view" view={view} onView={setView} />
          {result && (
            <Act
              command="result.download"
              args={{ result: result.id }}
              kind="ghost"
              size="small"
              icon="download"
              label={downloadLabel(result)}
            />
          )}
        </>
      }
    >
      <div className={classes.message}>
        {view === 'raw' ? (
          <Code
            text={rawHead(`${protocolName(evidence.protocol)} ${status}`, response.headers)}
            language="http"
            label="Raw response"
          />
        ) : (
          <>
            <p className={classes.line}>
              <span className="mono">{status}</span>{' '}
              {result && <span className="muted">· {formats.bytes(result.meta?.response_size)}</span>}
            </p>
            <HeaderTable headers={response.headers} label="Response headers" />
          </>
        )}
        {bodyNote(response, evidence.messages) ??
          (response.body !== null && (
            <Body text={response.body} headers={response.headers} view={view} label="Response body" />
          ))}
        {response.truncated && <Notice kind="info">{truncatedWords(result)}</Notice>}
      </div>
    </Card>
  )
}

import { useCallback, useEffect, useRef } from 'react'
import type { verification } from '../../contract/audit/audits.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { type ResourceState, useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './audits.module.css'
import { ChainStrip } from './ChainStrip.tsx'

type Verification = Shape<typeof verification>

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const day = (time: string | null) => (time === null ? '—' : dayWords.format(Date.parse(time)))

const Figures = ({ found }: { found: Verification }) => (
  <StatStrip
    label="What was verified"
    stats={[
      {
        label: found.intact ? 'Intact' : 'Intact before the break',
        value: formats.count(found.checked),
        unit: found.checked === 1 ? 'entry' : 'entries',
        category: found.intact ? 'PASS' : 'FAIL',
      },
      { label: 'Since', value: day(found.since) },
      found.chains > 1
        ? { label: 'Chains', value: formats.count(found.chains) }
        : { label: 'Newest entry', value: found.newest ? `No. ${formats.count(found.newest.number)}` : '—' },
      { label: 'Verified', value: <Time at={found.time} /> },
    ]}
  />
)

const Intact = ({ found }: { found: Verification }) => (
  <p>
    {found.checked === 0
      ? 'There are no entries yet. Each entry will confirm the one before it.'
      : 'Every entry confirms the one before it: none was changed, removed or added since.'}
    {found.dropped > 0 && ` ${formats.count(found.dropped)} older entries were deleted after 13 months.`}
  </p>
)

const Found = ({ found }: { found: Verification }) => (
  <div className={classes.verdict}>
    <ChainStrip intact={found.intact} />
    {found.faults.length === 0 ? (
      <Intact found={found} />
    ) : (
      found.faults.map((fault) => (
        <Notice key={`${fault.project_id} ${fault.number}`} kind="fail" urgent title={fault.message}>
          {fault.time && (
            <>
              Claimed project <Time at={fault.time} as="full" />.{' '}
            </>
          )}
          {fault.entry_id && <span className="mono">{fault.entry_id}</span>}
          {fault.project_id === null && found.chains > 1 && ' It belongs to no project.'}
          {fault.project_id !== null && found.chains > 1 && ` Project ${fault.project_id}.`}
        </Notice>
      ))
    )}
    <Figures found={found} />
    {found.newest && (
      <p className={classes.fingerprint}>
        <span className="muted">Hash of the newest entry, to be kept elsewhere as proof:</span>{' '}
        <span className="mono">{found.newest.hash}</span>
        <Act
          command="text.copy"
          args={{ text: found.newest.hash, what: 'Hash' }}
          kind="ghost"
          size="small"
          icon="copy"
          iconOnly
          label="Copy the hash of the newest entry"
        />
      </p>
    )}
  </div>
)

/** Whether the log is as it was written: gone along when it is asked for, and again when it is asked again. */
export const Verdict = ({ of }: { of: 'project' | 'installation' }) => {
  const project = useResource('audit.verify', of === 'project' ? {} : null)
  const installation = useResource('audit.verify-installation', of === 'installation' ? {} : null)
  const { data, error, status, refetch }: ResourceState<'audit.verify' | 'audit.verify-installation'> =
    of === 'project' ? project : installation
  // What is known from an earlier visit is gone along anew: entries came since.
  const wasThere = useRef(data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (wasThere.current) refetch()
  }, [])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'VERIFY') refetch()
      },
      [refetch],
    ),
  )
  const title = of === 'project' ? 'Verification' : 'Verification of the whole installation'
  return (
    <Card
      title={title}
      sub={status === 'pending' ? 'verifying the chain…' : undefined}
      actions={
        <>
          <Act
            command={of === 'project' ? 'audit.verify' : 'audit.verify-installation'}
            label="Verify again"
            kind="ghost"
            size="small"
            icon="reload"
            pending={status === 'pending'}
          />
          <Act command="audit.close-verdict" kind="ghost" size="small" icon="close" iconOnly label="Close" />
        </>
      }
    >
      <div aria-live="polite">
        {error && !data ? (
          <LoadError error={error} refetch={refetch} />
        ) : data ? (
          <Found found={data} />
        ) : (
          <p className="muted">Each entry’s hash is calculated again, from the first to the newest.</p>
        )}
      </div>
    </Card>
  )
}

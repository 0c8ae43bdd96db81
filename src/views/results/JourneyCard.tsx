import { useState } from 'react'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './browser.module.css'
import type { BrowserEvidence } from './full-result.ts'
import { Screenshot } from './Screenshot.tsx'

type StepOutcome = BrowserEvidence['steps'][number]

const STATUS = {
  passed: { category: 'PASS', word: 'Passed' },
  failed: { category: 'FAIL', word: 'Failed' },
  skipped: { category: 'SKIPPED', word: 'Skipped' },
} as const

type StepProps = { readonly step: StepOutcome; readonly resultId: string; readonly hasPicture: boolean }

const Step = ({ step, resultId, hasPicture }: StepProps) => {
  const { number, words, status, duration, error, url } = step
  const [isShown, setShown] = useState(false)
  return (
    <li className={classes.step}>
      <div className={classes.stepHead}>
        <span className={classes.number}>{number}</span>
        <span className={classes.words}>
          {words}
          {url !== null && <small className="muted">{url}</small>}
        </span>
        <Badge category={STATUS[status].category} word={STATUS[status].word} />
        <span className={classes.time}>{status === 'skipped' ? '—' : formats.latency(duration)}</span>
        {hasPicture ? (
          <FormButton
            kind="ghost"
            size="small"
            icon="file"
            iconOnly
            label={`${isShown ? 'Hide' : 'Show'} the picture of step ${number}`}
            onPress={() => setShown(!isShown)}
          />
        ) : (
          <span />
        )}
      </div>
      {error !== null && <p className={classes.error}>{error}</p>}
      {isShown && hasPicture && (
        <Screenshot resultId={resultId} step={number} label={`The page after step ${number}: ${words}`} />
      )}
    </li>
  )
}

type JourneyProps = { readonly resultId: string; readonly browser: BrowserEvidence }

/** Steps of a journey as they went, each with its picture. */
export const JourneyCard = ({ resultId, browser: { steps, pictures } }: JourneyProps) => {
  if (steps.length === 0) return null
  const passed = steps.filter(({ status }) => status === 'passed').length
  return (
    <Card title="Journey" sub={`${passed} of ${steps.length} steps passed`}>
      <ol className={classes.journey}>
        {steps.map((step) => (
          <Step key={step.number} step={step} resultId={resultId} hasPicture={pictures.includes(step.number)} />
        ))}
      </ol>
    </Card>
  )
}

/** The step that failed with its picture, which is what a person looks for first. */
export const FailedStepCard = ({ resultId, browser: { steps, pictures } }: JourneyProps) => {
  const failed = steps.find(({ status }) => status === 'failed')
  if (!failed) return null
  const { number, words, error } = failed
  return (
    <Card title={`Step ${number} failed`} sub={words}>
      <div className="stack">
        {error !== null && <p className={classes.error}>{error}</p>}
        {pictures.includes(number) && (
          <Screenshot resultId={resultId} step={number} label={`The page when step ${number} failed: ${words}`} />
        )}
      </div>
    </Card>
  )
}

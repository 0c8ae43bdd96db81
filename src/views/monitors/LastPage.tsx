import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { useFullResult } from '../results/ResultScreen.tsx'
import { Screenshot } from '../results/Screenshot.tsx'
import { VitalsList } from '../results/VitalsCard.tsx'
import classes from './summary.module.css'

/** Screenshot and web vitals of the last result of a browser test. Nothing where the reader may not see its detail. */
export const LastPage = ({ resultId }: { resultId: string }) => {
  const { data } = useFullResult(resultId)
  const browser = data?.browser
  if (!browser) return null
  const failed = browser.steps.find(({ status }) => status === 'failed')
  return (
    <Card
      title="Last page"
      sub={failed ? `step ${failed.number} failed` : (browser.title ?? undefined)}
      actions={
        <Go to="result" params={{ resultId }} kind="ghost" size="small">
          Open this result
        </Go>
      }
    >
      <div className={classes.page}>
        {browser.screenshot && (
          <Screenshot resultId={resultId} step={null} label="The page at the end of the last run" />
        )}
        <VitalsList vitals={browser.vitals} />
      </div>
    </Card>
  )
}

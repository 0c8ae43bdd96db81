import type { ReplayRequest } from '../../../machines/alerts/replay.ts'
import { Act } from '../parts/act/Act.tsx'
import { ProgressBar } from '../parts/chart/ProgressBar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { ReplayChart } from './ReplayChart.tsx'
import { ReplayMessages } from './ReplayMessages.tsx'
import classes from './replay.module.css'
import { comparison, leftOutWords, nothingWords, replayFinding, sentWords } from './replay-words.ts'
import { type Replayed, useReplay } from './use-replay.ts'

const Progress = ({ waiting, picture }: Replayed) => (
  <div className={classes.progress}>
    <ProgressBar label="Replay" value={waiting ? null : (picture?.share ?? null)} />
    <p className="muted small">
      {waiting ? 'Waiting for other replays on this server.' : 'Replaying the stored results…'}
    </p>
  </div>
)

const Outcome = ({ picture, earlier }: Replayed) => {
  if (!picture?.done) return null
  const sent = sentWords(picture)
  return (
    <>
      {picture.partial !== null && <Notice kind="warning">{picture.partial}</Notice>}
      {earlier && picture.partial === null && <p className={classes.comparison}>{comparison(earlier, picture)}</p>}
      <p>{nothingWords(picture) ?? replayFinding(picture)}</p>
      {sent !== null && <p className="sec">{sent}</p>}
      <p className="muted small">{leftOutWords(picture)}</p>
    </>
  )
}

/** Tries a rule over the results of the last 30 days: what it would have sent, and why. Nothing is sent. */
export const ReplayCard = ({ request }: { request: ReplayRequest }) => {
  const replayed = useReplay(request)
  const { picture, earlier, busy, cancelled, problem } = replayed
  return (
    <>
      <Card
        title="Last 30 days"
        actions={
          busy ? (
            <Act command="alert.stop-replay" size="small" />
          ) : (
            <Act command="alert.replay" icon="play" size="small" label={picture ? 'Replay again' : undefined} />
          )
        }
      >
        <div className="stack">
          {busy && <Progress {...replayed} />}
          <div role="status" className={classes.outcome}>
            {!busy && problem === null && !picture?.done && (
              <p className="muted">
                {cancelled
                  ? 'The replay was cancelled.'
                  : 'Replays this rule over the stored results, to show what it would have sent. Nothing is sent or saved.'}
              </p>
            )}
            <Outcome {...replayed} />
          </div>
          {problem !== null && (
            <Notice kind="fail" urgent title="The rule was not replayed.">
              {problem}
            </Notice>
          )}
        </div>
      </Card>
      {picture && picture.results > 0 && (
        <div className={earlier ? classes.both : undefined}>
          <ReplayChart picture={picture} beside={earlier} title={earlier ? 'Now' : 'What it would have sent'} />
          {earlier && <ReplayChart picture={earlier} beside={picture} title="Before" name="replay-before" />}
        </div>
      )}
      {picture?.done && picture.messages.length > 0 && <ReplayMessages picture={picture} />}
    </>
  )
}

import { useCallback } from 'react'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { type Attempt, useAttempt } from '../core/use-attempt.ts'
import { useWorld } from '../core/use-world.ts'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'

type Test = Attempt<null, AnswerOf<ProductContract['outbox.test']>>

const LOOKS = { sent: 'info', kept: 'warning', failed: 'fail' } as const

/** Sends a test mail when the command `mail.test` is given on this screen. */
export const useTestMail = (): Test => {
  const world = useWorld()
  const test: Test = useAttempt(() => world.call('outbox.test', {}))
  const { ask } = test
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'TRY') ask(null)
      },
      [ask],
    ),
  )
  return test
}

/** The outcome of the last test mail. */
export const TestMail = ({ test: { answer, failure } }: { test: Test }) => {
  if (failure !== null)
    return (
      <Notice kind="fail" urgent title="The test mail was not sent">
        {failureSentence(failure)}
      </Notice>
    )
  return (
    answer && (
      <Notice kind={LOOKS[answer.status]} urgent title={`Test mail to ${answer.to}`}>
        {answer.outcome} {answer.status !== 'kept' && `It took ${formats.latency(answer.milliseconds)}.`}
      </Notice>
    )
  )
}

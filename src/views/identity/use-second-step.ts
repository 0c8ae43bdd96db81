import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { type CodeAnswer, type SecondMethod, secondStepMachine } from '../../../machines/identity/second-step.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useSecretChart } from '../core/use-chart.ts'

type CodeChecked = AnswerOf<ProductContract['session.second-step']>

/** The steps of a pending sign-in; `methods` are those of the second step if the password was right already. */
export const useSecondStep = (uid: string, methods: readonly SecondMethod[] | null) => {
  const { call, leave, passkeys } = useApp()
  const machine = useMemo(
    () =>
      secondStepMachine.provide({
        actors: {
          checkCode: fromPromise<CodeAnswer, { method: 'totp' | 'recovery'; code: string }>(async ({ input }) => {
            // Past the cache, which would read the sign-in again while the browser leaves it. The types are the endpoints'.
            const answer = (await call('session.second-step', { params: { uid }, body: input })) as CodeChecked
            return { redirectTo: answer.redirect_to, left: answer.recovery_codes_left }
          }),
          signWithPasskey: fromPromise<string, object>(async () => {
            const asked = await call('session.passkey-options', { params: { uid } })
            const body = await passkeys.sign((asked as AnswerOf<ProductContract['session.passkey-options']>).options)
            const signed = await call('session.passkey', { params: { uid }, body })
            return (signed as AnswerOf<ProductContract['session.passkey']>).redirect_to
          }),
        },
        actions: { leave: (_, { redirectTo }) => leave(redirectTo) },
      }),
    [call, uid, leave, passkeys],
  )
  const ref = useSecretChart(machine, { input: { methods } })
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        if (event.type === 'NEXT' || event.type === 'BACK' || event.type === 'CONNECT') ref.send({ type: event.type })
        if (event.type === 'CHOOSE_METHOD') ref.send({ type: event.type, method: event.method })
      },
      [ref],
    ),
  )
  return { ref, snapshot }
}

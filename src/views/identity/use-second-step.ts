import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { type CodeAnswer, type SecondMethod, secondStepMachine } from '../../../machines/identity/second-step.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'

/** The steps of a pending sign-in; `methods` are those of the second step if the password was right already. */
export const useSecondStep = (uid: string, methods: readonly SecondMethod[] | null) => {
  const world = useWorld()
  const { leave, passkeys } = useApp()
  const machine = useMemo(
    () =>
      secondStepMachine.provide({
        actors: {
          checkCode: fromPromise<CodeAnswer, { method: 'totp' | 'recovery'; code: string }>(async ({ input }) => {
            const answer = await world.call('session.second-step', { params: { uid }, body: input })
            return { redirectTo: answer.redirect_to, left: answer.recovery_codes_left }
          }),
          signWithPasskey: fromPromise<string, object>(async () => {
            const { options } = await world.call('session.passkey-options', { params: { uid } })
            const body = await passkeys.sign(options)
            return (await world.call('session.passkey', { params: { uid }, body })).redirect_to
          }),
        },
        actions: { leave: (_, { redirectTo }) => leave(redirectTo) },
      }),
    [world, uid, leave, passkeys],
  )
  const ref = useActorRef(machine, { input: { methods } })
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

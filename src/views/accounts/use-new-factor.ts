import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type Added, type BegunTotp, newFactorMachine } from '../../../machines/identity/new-factor.ts'
import { proofOf } from '../../domain/identity/factor-codes.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useSecretChart } from '../core/use-chart.ts'
import { useWorld } from '../core/use-world.ts'

const named = (name: string) => (name.trim() === '' ? {} : { name: name.trim() })

/** The steps to a new second factor; `onAdded` is called once it is added and its recovery codes are stored. */
export const useNewFactor = ({ hasProof, onAdded }: { hasProof: boolean; onAdded: () => void }) => {
  const world = useWorld()
  const { passkeys } = useApp()
  const latest = useRef(onAdded)
  latest.current = onAdded
  const machine = useMemo(
    () =>
      newFactorMachine.provide({
        actors: {
          beginTotp: fromPromise<BegunTotp, { proof: string }>(({ input }) =>
            world.call('factor.begin-totp', { body: proofOf(input.proof) }),
          ),
          confirmTotp: fromPromise<Added, { id: string; code: string; name: string }>(async ({ input }) => {
            const body = { code: input.code, ...named(input.name) }
            const { recovery_codes } = await world.call('factor.confirm-totp', { params: { id: input.id }, body })
            return { codes: recovery_codes }
          }),
          addPasskey: fromPromise<Added, { proof: string; name: string }>(async ({ input }) => {
            const { id, options } = await world.call('factor.begin-passkey', { body: proofOf(input.proof) })
            const body = { ...(await passkeys.create(options)), ...named(input.name) }
            const { recovery_codes } = await world.call('factor.confirm-passkey', { params: { id }, body })
            return { codes: recovery_codes }
          }),
        },
        actions: { finish: () => latest.current() },
      }),
    [world, passkeys],
  )
  const ref = useSecretChart(machine, { input: { hasProof } })
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        if (event.type === 'NEXT' || event.type === 'BACK') ref.send({ type: event.type })
        if (event.type === 'CHOOSE_METHOD') ref.send({ type: event.type, method: event.method })
      },
      [ref],
    ),
  )
  return { ref, snapshot }
}

import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { type TrialRequest, wizardMachine } from '../../../machines/onboarding/wizard.ts'
import { storedWizardOf, type WizardInput } from '../../../machines/onboarding/wizard-context.ts'
import type { Trial } from '../../../machines/runs/trial.ts'
import type { World } from '../../commands/core/world.ts'
import { bodyOfWatch, requestOfWatch, type Watch } from '../../domain/monitors/watch.ts'
import { tagsOf, type WizardDraft } from '../../domain/onboarding/wizard-rules.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useChart } from '../core/use-chart.ts'
import { useWorld } from '../core/use-world.ts'

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>

/** State and machine of the getting-started wizard. Drafts are kept for the lifetime of the tab. */
export const useWizard = (projectId: string, input: Omit<WizardInput, 'kept'>) => {
  const world = useWorld()
  const { sessionStore } = useApp()
  const storeName = `wizard.${projectId}`
  const machine = useMemo(
    () =>
      wizardMachine.provide({
        actors: {
          keepInfo: fromPromise(({ input: info }: { input: WizardDraft['info'] }) => keepInfo(world, info)),
          keepProject: fromPromise(({ input: project }: { input: WizardDraft['project'] }) =>
            keepProject(world, projectId, project),
          ),
          startTrial: fromPromise(async ({ input: { watch, locationId } }: { input: TrialRequest }) => {
            const body = { ...requestOfWatch(watch), location_id: locationId }
            const { id } = await world.call('trial.start', { body })
            return { id }
          }),
          followTrial: fromPromise(
            ({ input: { id, known } }: { input: { id: string; known: Trial['state'] | null } }) =>
              world.call('trial.read', {
                params: { id },
                query: known === 'queued' || known === 'running' ? { known } : {},
              }),
          ),
          makeWatch: fromPromise(({ input: watch }: { input: Watch }) =>
            world.call('watch.create', { body: bodyOfWatch(watch) }),
          ),
          installSamples: fromPromise(() => installSamples(world, projectId)),
        },
        actions: {
          keep: ({ context: { step, furthest, draft, done, made } }) =>
            sessionStore.write(storeName, { step, furthest, draft, done, made }),
          forget: () => sessionStore.forget(storeName),
          leave: () => world.go('home'),
        },
      }),
    [world, sessionStore, projectId, storeName],
  )
  const ref = useChart(machine, { input: { ...input, kept: storedWizardOf(sessionStore.read(storeName)) } })
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    // Machines ignore unknown events; the commands of the steps send only this machine's events.
    useCallback((event) => ref.send(event as Parameters<typeof ref.send>[0]), [ref]),
  )
  useEscape()
  return { snapshot, ref }
}

const keepInfo = async (world: World, { name, company, role }: WizardDraft['info']): Promise<void> => {
  await world.call('account.update', {
    body: { name: name.trim(), company: company.trim() || null, role: role.trim() || null },
  })
  world.send('project', { type: 'REFRESH' })
}

const keepProject = async (world: World, id: string, { name, tags }: WizardDraft['project']): Promise<void> => {
  await world.call('project.update', { params: { id }, body: { name: name.trim(), tags: tagsOf(tags) } })
  world.send('project', { type: 'REFRESH' })
}

const installSamples = async (world: World, projectId: string) => {
  const { projects } = await world.call('sample.import', { body: { project_ids: [projectId] } })
  const monitors = (of: 'created' | 'existing') =>
    projects.flatMap((project) => project[of]).filter(({ type }) => type === 'monitor').length
  return { created: monitors('created'), existing: monitors('existing') }
}

/** Esc asks to leave even while typing. */
const useEscape = (): void => {
  const { commandRunner } = useApp()
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (!target?.matches('input, textarea, select') || target.closest('dialog, [role=dialog]')) return
      event.preventDefault()
      commandRunner.acts.perform('wizard.leave')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [commandRunner])
}

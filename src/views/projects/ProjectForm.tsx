import { type ReactNode, useCallback, useMemo } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { holds } from '../../domain/core/access.ts'
import { tagProblems } from '../../domain/core/tag-rules.ts'
import { useDraft } from '../core/use-draft.ts'
import { useWorld } from '../core/use-world.ts'
import classes from '../kit/settings/settings.module.css'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { SaveBar } from '../parts/form/SaveBar.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'

type Settled = AnswerOf<ProductContract['project.read']>
type ProjectDraft = { readonly name: string; readonly tags: string; readonly alertOnManualRuns: boolean }

const draftOf = ({ project, settings }: Settled): ProjectDraft => ({
  name: project.name,
  tags: project.tags.join(', '),
  alertOnManualRuns: settings.alert_on_manual_runs,
})

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const problemsOf = ({ name, tags }: ProjectDraft) => [
  ...(name.trim() === '' ? [{ field: 'name', message: 'Give the project a name.' }] : []),
  ...tagProblems('tags', tagsIn(tags))
    .slice(0, 1)
    .map(({ message }) => ({
      field: 'tags',
      message: message.replace(/^tags\[(\d+)\]/, (_, at) => `Tag ${Number(at) + 1}`),
    })),
]

const words: Readonly<Record<keyof ProjectDraft, string>> = {
  name: 'name',
  tags: 'tags',
  alertOnManualRuns: 'runs by hand',
}

type ProjectFormProps = { readonly settled: Settled; readonly below: ReactNode; readonly beside: ReactNode }

/** What a project is called, and what holds for all of it. */
export const ProjectForm = ({ settled, below, beside }: ProjectFormProps) => {
  const world = useWorld()
  const { id } = settled.project
  const stored = JSON.stringify([draftOf(settled)])
  const base = useMemo<ProjectDraft>(() => JSON.parse(stored)[0], [stored])
  const save = useCallback(
    async (draft: ProjectDraft): Promise<ProjectDraft> => {
      const now = await world.call('project.update', {
        params: { id },
        body: { name: draft.name, tags: tagsIn(draft.tags), alert_on_manual_runs: draft.alertOnManualRuns },
      })
      world.send('project', { type: 'REFRESH' })
      world.tell('Project saved')
      return draftOf(now)
    },
    [world, id],
  )
  const state = useDraft({ key: `project:${id}`, base, problemsOf, save })
  const { draft, problems, change, touch, dirty, saving, saveError, newer } = state
  const mayChange = holds(settled.access_level, 'manage')
  const problemOf = (field: string) => problems.find((problem) => problem.field.startsWith(field))?.message
  const changed = (Object.keys(words) as (keyof ProjectDraft)[]).filter((field) => draft[field] !== base[field])
  return (
    <>
      <div className={classes.columns}>
        <div className="stack">
          <Card title="Project">
            <Form command="form.save" label="Project">
              {!mayChange && <Notice kind="info">Owners and managers of the project change these.</Notice>}
              {saveError && problems.length === 0 && (
                <Notice kind="fail" urgent title="Nothing was saved">
                  {saveError.message}
                </Notice>
              )}
              {newer && (
                <Notice kind="warning" title="Someone else changed the project while you were editing.">
                  Saving replaces their version.
                </Notice>
              )}
              <Field label="Name" error={problemOf('name')}>
                <TextInput
                  name="name"
                  autoComplete="off"
                  maxLength={400}
                  disabled={!mayChange}
                  value={draft.name}
                  onValue={(value) => change('name', value)}
                  onLeave={() => touch('name')}
                />
              </Field>
              <Field
                label="Tags"
                optional
                error={problemOf('tags')}
                hint="Separated by commas. The list of collections finds projects by them."
              >
                <TextInput
                  name="tags"
                  autoComplete="off"
                  disabled={!mayChange}
                  value={draft.tags}
                  onValue={(value) => change('tags', value)}
                  onLeave={() => touch('tags')}
                />
              </Field>
              <Checkbox
                checked={draft.alertOnManualRuns}
                disabled={!mayChange}
                onValue={(value) => change('alertOnManualRuns', value)}
                hint="Otherwise only scheduled runs and those of the API do, so that trying something wakes nobody."
              >
                Runs by hand alert too
              </Checkbox>
            </Form>
          </Card>
          {below}
        </div>
        {beside}
      </div>
      {dirty && (
        <SaveBar
          count={changed.length}
          places={`in ${changed.map((field) => words[field]).join(', ')}`}
          discarding={{ command: 'form.discard' }}
          saving={{ command: 'form.save' }}
          pending={saving}
        />
      )}
    </>
  )
}

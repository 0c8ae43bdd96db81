import type { ReactNode } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { holds } from '../../domain/core/access.ts'
import { bandProblems } from '../../domain/core/score-bands.ts'
import { tagProblems } from '../../domain/core/tag-rules.ts'
import { projectNameProblems } from '../../domain/projects/project-rules.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { checkbox, number, text, words } from '../kit/form/field.ts'
import { FormNotices, FormSaveBar } from '../kit/form/RecordForm.tsx'
import { recordTable } from '../kit/form/record-table.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import classes from '../kit/settings/settings.module.css'
import { Form } from '../parts/form/Form.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'

type Settled = AnswerOf<ProductContract['project.read']>

const projectForm = recordTable<Settled>()({
  fields: {
    name: text({ label: 'Name', autoComplete: 'off', maxLength: 400 }),
    tags: words({
      label: 'Tags',
      member: 'A tag',
      optional: true,
      hint: 'Separated by commas. Used to find projects in the list.',
      autoComplete: 'off',
    }),
    alertOnManualRuns: checkbox({
      label: 'Manual runs alert too',
      part: 'manual runs',
      hint: 'Otherwise only scheduled runs and runs started through the API alert.',
    }),
    scoreGood: number({
      label: 'Healthy from score',
      part: 'score bands',
      hint: 'Scores are 0 to 10. From this one on they are green.',
      paths: ['score_bands.good'],
      inputMode: 'decimal',
    }),
    scoreWarning: number({
      label: 'Unacceptable below score',
      part: 'score bands',
      hint: 'Below it scores are red, from it on amber.',
      paths: ['score_bands.warning'],
      inputMode: 'decimal',
    }),
  },
  read: ({ project, settings }) => ({
    name: project.name,
    tags: project.tags.join(', '),
    alertOnManualRuns: settings.alert_on_manual_runs,
    scoreGood: String(project.score_bands.good),
    scoreWarning: String(project.score_bands.warning),
  }),
  write: ({ alertOnManualRuns, scoreGood: good, scoreWarning: warning, ...body }) => ({
    ...body,
    alert_on_manual_runs: alertOnManualRuns,
    score_bands: { warning, good },
  }),
  rules: ({ name, tags, score_bands }) => [
    ...projectNameProblems(name),
    ...tagProblems('tags', tags).slice(0, 1),
    ...bandProblems(score_bands),
  ],
})

type ProjectFormProps = { readonly settled: Settled; readonly below: ReactNode; readonly beside: ReactNode }

/** Name, tags and settings of a project. */
export const ProjectForm = ({ settled, below, beside }: ProjectFormProps) => {
  const { id } = settled.project
  const form = useRecordForm({
    table: projectForm,
    key: `project:${id}`,
    base: projectForm.formOf(settled),
    async save(body, { world }) {
      const row = await world.call('project.update', { params: { id }, body })
      world.send('project', { type: 'REFRESH' })
      world.tell('Project saved')
      return row
    },
  })
  const disabled = !holds(settled.access_level, 'manage')
  return (
    <>
      <div className={classes.columns}>
        <div className="stack">
          <Card title="Project">
            <Form command="form.save" label="Project">
              {disabled && <Notice kind="info">Owners and managers of the project can change these.</Notice>}
              <FormNotices form={form} noun="project" />
              <FormField form={form} name="name" disabled={disabled} />
              <FormField form={form} name="tags" disabled={disabled} />
              <FormField form={form} name="alertOnManualRuns" disabled={disabled} />
              <FormField form={form} name="scoreGood" disabled={disabled} />
              <FormField form={form} name="scoreWarning" disabled={disabled} />
            </Form>
          </Card>
          {below}
        </div>
        {beside}
      </div>
      <FormSaveBar form={form} noun="project" />
    </>
  )
}

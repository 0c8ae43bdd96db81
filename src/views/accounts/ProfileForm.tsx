import { type ReactNode, useMemo } from 'react'
import { profileProblems } from '../../domain/accounts/profile-rules.ts'
import { grouped } from '../../domain/core/grouped.ts'
import { useMachine } from '../core/machines-of.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { choice, text, textOrNone } from '../kit/form/field.ts'
import { FormNotices, FormSaveBar } from '../kit/form/RecordForm.tsx'
import { recordTable } from '../kit/form/record-table.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import classes from '../kit/settings/settings.module.css'
import { Form } from '../parts/form/Form.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { Profile } from './profile.ts'

/** Choice of the project that was open last. */
const LAST = ''

const profileForm = recordTable<Profile>()({
  fields: {
    name: text({
      label: 'Name',
      hint: 'Shown to colleagues and in the audit log.',
      autoComplete: 'name',
      maxLength: 200,
    }),
    nickname: textOrNone({
      label: 'Nickname',
      hint: 'Shown in the account menu instead of your name.',
      autoComplete: 'nickname',
      maxLength: 100,
    }),
    company: textOrNone({ label: 'Company', autoComplete: 'organization', maxLength: 200 }),
    role: textOrNone({ label: 'Role', autoComplete: 'organization-title', maxLength: 200 }),
    project: choice({
      label: 'First project',
      paths: ['default_project_id'],
      hint: 'Opens when you sign in.',
      options: [],
      blank: LAST,
    }),
  },
  read: ({ default_project_id }) => ({ project: default_project_id ?? LAST }),
  write: ({ project, ...body }) => ({ ...body, default_project_id: project || null }),
  rules: ({ name, nickname }) => profileProblems({ name, nickname }),
})

type ProfileFormProps = { readonly profile: Profile; readonly below: ReactNode; readonly beside: ReactNode }

/** Name, company, role and first project of an account; `below` and `beside` it, settings that are saved at once. */
export const ProfileForm = ({ profile, below, beside }: ProfileFormProps) => {
  const form = useRecordForm({
    table: profileForm,
    key: `profile:${profile.id}`,
    base: profileForm.formOf(profile),
    async save(body, { world }) {
      const row = await world.call('account.update', { body })
      world.send('project', { type: 'REFRESH' })
      world.tell('Profile saved')
      return row
    },
  })
  return (
    <>
      <div className={classes.columns}>
        <div className="stack">
          <Card title="You">
            <Form command="form.save" label="You">
              <FormNotices form={form} noun="profile" />
              <div className="two">
                <FormField form={form} name="name" />
                <FormField form={form} name="nickname" />
                <FormField form={form} name="company" />
                <FormField form={form} name="role" />
              </div>
              <FormField form={form} name="project" options={useProjectChoices(profile)} />
            </Form>
          </Card>
          {below}
        </div>
        {beside}
      </div>
      <FormSaveBar form={form} noun="profile" />
    </>
  )
}

/** Projects to choose from, by collection; a stored one that is not listed stays in the choice. */
const useProjectChoices = ({ default_project_id }: Profile) => {
  const records = useMachine('project', (snapshot) => snapshot?.context.projects)
  return useMemo(() => {
    const groups = grouped(records ?? [], ({ organization }) => organization?.name ?? 'Personal')
    const isListed = (records ?? []).some(({ project }) => project.id === default_project_id)
    return [
      { value: LAST, label: 'Last opened project' },
      ...(default_project_id && !isListed ? [{ value: default_project_id, label: default_project_id }] : []),
      ...[...groups].map(([group, members]) => ({
        group,
        options: members.map(({ project }) => ({ value: project.id, label: project.name })),
      })),
    ]
  }, [records, default_project_id])
}

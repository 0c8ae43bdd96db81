import { type ReactNode, useCallback, useMemo } from 'react'
import { useMachine } from '../core/machines-of.ts'
import { useDraft } from '../core/use-draft.ts'
import { useWorld } from '../core/use-world.ts'
import classes from '../kit/settings/settings.module.css'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { SaveBar } from '../parts/form/SaveBar.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { grouped } from './grouped.ts'
import type { Profile } from './profile.ts'

type ProfileDraft = Readonly<Record<'name' | 'nickname' | 'company' | 'role' | 'project', string>>

const LAST = ''

const draftOf = ({ name, nickname, company, role, default_project_id }: Profile): ProfileDraft => ({
  name,
  nickname: nickname ?? '',
  company: company ?? '',
  role: role ?? '',
  project: default_project_id ?? LAST,
})

const problemsOf = ({ name }: ProfileDraft) =>
  name.trim() === '' ? [{ field: 'name', message: 'Enter what you are called.' }] : []

const words: Readonly<Record<keyof ProfileDraft, string>> = {
  name: 'name',
  nickname: 'nickname',
  company: 'company',
  role: 'role',
  project: 'first project',
}

type ProfileFormProps = { readonly profile: Profile; readonly below: ReactNode; readonly beside: ReactNode }

/** What one is called, and where one begins; below and beside it what is saved at once. */
export const ProfileForm = ({ profile, below, beside }: ProfileFormProps) => {
  const world = useWorld()
  const stored = JSON.stringify([draftOf(profile)])
  const base = useMemo<ProfileDraft>(() => JSON.parse(stored)[0], [stored])
  const save = useCallback(
    async (draft: ProfileDraft): Promise<ProfileDraft> => {
      const now = await world.call('account.update', {
        body: {
          name: draft.name,
          nickname: draft.nickname || null,
          company: draft.company || null,
          role: draft.role || null,
          default_project_id: draft.project || null,
        },
      })
      world.send('project', { type: 'REFRESH' })
      world.tell('Profile saved')
      return draftOf(now)
    },
    [world],
  )
  const state = useDraft({ key: `profile:${profile.id}`, base, problemsOf, save })
  const { draft, problems, change, touch, dirty, saving, saveError } = state
  const projects = useProjectChoices(profile)
  const changed = (Object.keys(words) as (keyof ProfileDraft)[]).filter((field) => draft[field] !== base[field])
  const text = (field: keyof ProfileDraft) => ({
    name: field,
    value: draft[field],
    onValue: (value: string) => change(field, value),
  })
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  return (
    <>
      <div className={classes.columns}>
        <div className="stack">
          <Card title="You">
            <Form command="form.save" label="You">
              {saveError && problems.length === 0 && (
                <Notice kind="fail" urgent title="Nothing was saved">
                  {saveError.message}
                </Notice>
              )}
              <div className="two">
                <Field
                  label="Name"
                  error={problemOf('name')}
                  hint="Colleagues see it, and the audit log names you by it."
                >
                  <TextInput {...text('name')} autoComplete="name" maxLength={200} onLeave={() => touch('name')} />
                </Field>
                <Field
                  label="Nickname"
                  optional
                  error={problemOf('nickname')}
                  hint="Stands in the account menu in place of your name."
                >
                  <TextInput {...text('nickname')} autoComplete="nickname" maxLength={100} />
                </Field>
                <Field label="Company" optional error={problemOf('company')}>
                  <TextInput {...text('company')} autoComplete="organization" maxLength={200} />
                </Field>
                <Field label="Role" optional error={problemOf('role')}>
                  <TextInput {...text('role')} autoComplete="organization-title" maxLength={200} />
                </Field>
              </div>
              <Field
                label="First project"
                error={problemOf('default_project_id')}
                hint="Opens when you sign in. A reload stays where you are."
              >
                <Select {...text('project')} options={projects} />
              </Field>
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

/** The projects that may be the first, by their collections; one that only the site's admin may enter stays choosable. */
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

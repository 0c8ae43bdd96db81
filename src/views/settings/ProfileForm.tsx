import { useCallback, useMemo } from 'react'
import { useMachine } from '../app/machines-of.ts'
import { useDraft } from '../app/use-draft.ts'
import { useWorld } from '../app/use-world.ts'
import { Card } from '../parts/Card.tsx'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { Notice } from '../parts/Notice.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { Select } from '../parts/Select.tsx'
import { TextInput } from '../parts/TextInput.tsx'
import { grouped } from './grouped.ts'
import type { Profile } from './profile.ts'

type ProfileDraft = { readonly name: string; readonly nickname: string; readonly project: string }

const LAST = ''

const draftOf = ({ name, nickname, default_project_id }: Profile): ProfileDraft => ({
  name,
  nickname: nickname ?? '',
  project: default_project_id ?? LAST,
})

const problemsOf = ({ name }: ProfileDraft) =>
  name.trim() === '' ? [{ field: 'name', message: 'Enter what you are called.' }] : []

const words: Readonly<Record<keyof ProfileDraft, string>> = {
  name: 'name',
  nickname: 'nickname',
  project: 'first project',
}

/** What one is called, and where one begins. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const world = useWorld()
  const { name, nickname, default_project_id } = profile
  const base = useMemo(
    () => draftOf({ name, nickname, default_project_id } as Profile),
    [name, nickname, default_project_id],
  )
  const save = useCallback(
    async (draft: ProfileDraft): Promise<ProfileDraft> => {
      const stored = await world.call('account.update', {
        body: {
          name: draft.name,
          nickname: draft.nickname || null,
          default_project_id: draft.project || null,
        },
      })
      world.send('project', { type: 'REFRESH' })
      world.tell('Profile saved')
      return draftOf(stored)
    },
    [world],
  )
  const state = useDraft({ key: `profile:${profile.id}`, base, problemsOf, save })
  const { draft, problems, change, touch, dirty, saving, saveError } = state
  const projects = useProjectChoices(profile)
  const changed = (Object.keys(words) as (keyof ProfileDraft)[]).filter((field) => draft[field] !== base[field])
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  return (
    <>
      <Card title="You">
        <Form command="form.save" label="You">
          {saveError && problems.length === 0 && (
            <Notice kind="fail" urgent title="Nothing was saved">
              {saveError.message}
            </Notice>
          )}
          <Field label="Name" error={problemOf('name')} hint="Colleagues see it, and the audit log names you by it.">
            <TextInput
              name="name"
              autoComplete="name"
              maxLength={200}
              value={draft.name}
              onValue={(value) => change('name', value)}
              onLeave={() => touch('name')}
            />
          </Field>
          <Field
            label="Nickname"
            optional
            error={problemOf('nickname')}
            hint="Stands in the account menu in place of your name."
          >
            <TextInput
              name="nickname"
              autoComplete="nickname"
              maxLength={100}
              value={draft.nickname}
              onValue={(value) => change('nickname', value)}
            />
          </Field>
          <Field
            label="First project"
            error={problemOf('default_project_id')}
            hint="Opens when you sign in. A reload stays where you are."
          >
            <Select
              name="project"
              value={draft.project}
              options={projects}
              onValue={(value) => change('project', value)}
            />
          </Field>
        </Form>
      </Card>
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
      { value: LAST, label: 'The one that was open last' },
      ...(default_project_id && !isListed ? [{ value: default_project_id, label: default_project_id }] : []),
      ...[...groups].map(([group, members]) => ({
        group,
        options: members.map(({ project }) => ({ value: project.id, label: project.name })),
      })),
    ]
  }, [records, default_project_id])
}

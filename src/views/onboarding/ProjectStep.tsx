import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Notice } from '../parts/text/Notice.tsx'
import type { StepProps } from './step-props.ts'

/** Project name, and where its users are. */
export const ProjectStep = ({ context, places, level, mayManage, problemOf, change }: StepProps) => {
  const { name, tags, region } = context.draft.project
  const regions = places.regions.filter((one) => one.name !== '' && one.locations.length > 0)
  const choose = (id: string) => {
    change('project.region', id)
    const chosen = regions.find((one) => one.id === id)?.locations ?? []
    change('monitor.locations', chosen.length > 0 ? chosen : context.locations)
  }
  return (
    <>
      {!mayManage && (
        <Notice kind="info">
          You are {levelWords[level].name} in this project: its owner or a manager changes its name and tags.
        </Notice>
      )}
      <Field label="Name" error={problemOf('project.name')} hint="For example the API or team it covers.">
        <TextInput
          value={name}
          autoComplete="off"
          autoFocus={mayManage}
          readOnly={!mayManage}
          maxLength={400}
          onValue={(value) => change('project.name', value)}
        />
      </Field>
      <Field
        label="Tags"
        optional
        error={problemOf('project.tags')}
        hint="Separated by commas, such as payments, production."
      >
        <TextInput
          value={tags}
          autoComplete="off"
          readOnly={!mayManage}
          onValue={(value) => change('project.tags', value)}
        />
      </Field>
      <Field label="Region" hint="Where your API’s users are. The next step preselects its locations.">
        <Select
          value={region}
          onValue={choose}
          options={regions.map(({ id, name: label, locations }) => ({
            value: id,
            label: `${label} (${locations.length === 1 ? '1 location' : `${locations.length} locations`})`,
          }))}
        />
      </Field>
    </>
  )
}

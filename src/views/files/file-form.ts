import { fileProblems, sourceProblems } from '../../domain/files/file-rules.ts'
import { choice, linesOrNone, own, text, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { type ChosenFile, isAtHand } from './chosen-file.ts'
import type { FileRow } from './file-list.ts'

/** Ways to bring the content of a new file. */
export const SOURCES = [
  { value: 'upload', label: 'Upload' },
  { value: 'address', label: 'From an address' },
  { value: 'text', label: 'Text' },
] as const

const labels = {
  name: text({
    label: 'Name',
    optional: true,
    hint: 'The name of the file unless you enter one.',
    maxLength: 400,
    paths: ['meta.name'],
  }),
  description: linesOrNone({ label: 'Description', optional: true, rows: 2, paths: ['meta.description'] }),
  tags: words({ label: 'Tags', member: 'A tag', optional: true, paths: ['meta.tags'] }),
}

const chosenFile = own<ChosenFile | null>({ label: 'File', blank: null, paths: ['file'] })

const absent = (chosen: ChosenFile | null): { field: string; message: string }[] => {
  if (!chosen) return [{ field: 'chosen', message: 'Choose a file, or drop one here.' }]
  return isAtHand(chosen) ? [] : [{ field: 'chosen', message: 'Choose the file again: the page was reloaded.' }]
}

/** The form of a new file. */
export const newFileForm = recordTable<FileRow>()({
  fields: {
    source: choice({ label: 'Content', part: 'content', options: SOURCES, blank: 'upload' }),
    chosen: chosenFile,
    url: text({
      label: 'Address',
      mono: true,
      inputMode: 'url',
      placeholder: 'https://api.example.com/openapi.json',
      hint: 'The server fetches the file now, and again whenever you ask for it.',
      maxLength: 8192,
    }),
    text: text({ label: 'Content' }),
    kind: choice({
      label: 'Kind',
      options: [
        { value: 'any', label: 'Detect from the content' },
        { value: 'openapi', label: 'OpenAPI document' },
        { value: 'other', label: 'Other file' },
      ],
      blank: 'any',
      hint: 'An OpenAPI document is checked, and its operations are listed.',
    }),
    ...labels,
  },
  read: ({ meta, file }) => ({
    source: 'upload',
    chosen: null,
    url: '',
    text: '',
    kind: file.kind,
    name: meta.name,
    description: meta.description ?? '',
    tags: meta.tags.join(', '),
  }),
  rules: ({ source, chosen, url, text: content, name, tags }) => [
    ...(source === 'upload' ? absent(chosen) : []),
    ...(source === 'address'
      ? url.trim() === ''
        ? [{ field: 'url', message: 'Enter an address.' }]
        : sourceProblems(url)
      : []),
    ...(source === 'text' && content === '' ? [{ field: 'text', message: 'Enter the content.' }] : []),
    ...(source === 'text' && name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    ...fileProblems({ tags }),
  ],
})

/** The open form of a new file. */
export type NewFileState = RecordFormState<typeof newFileForm.blank, keyof typeof newFileForm.fields>

/** The form of a stored file: its labels, and a file that replaces its content. */
export const fileForm = recordTable<FileRow>()({
  fields: { ...labels, name: text({ label: 'Name', maxLength: 400, paths: ['meta.name'] }), chosen: chosenFile },
  read: ({ meta }) => ({
    name: meta.name,
    description: meta.description ?? '',
    tags: meta.tags.join(', '),
    chosen: null,
  }),
  rules: ({ name, tags, chosen }) => [...fileProblems({ name, tags }), ...(chosen ? absent(chosen) : [])],
})

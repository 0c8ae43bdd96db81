import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, BodyOf } from '../../contract/core/endpoint.ts'
import { statusPageProblems } from '../../domain/status/status-page-rules.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { formTable } from '../kit/form/form-table.ts'

export type StoredStatusPage = AnswerOf<ProductContract['status-page.read']>
export type StatusPreview = AnswerOf<ProductContract['status-page.preview']>
export type StatusSettings = BodyOf<ProductContract['status-page.preview']>

/** A component as it is typed: its tags are one text. */
export type ComponentRow = {
  readonly group: string
  readonly name: string
  readonly description: string
  readonly monitors: readonly string[]
  readonly tags: string
}

export type StatusForm = {
  readonly published: boolean
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly homeUrl: string
  readonly showDays: boolean
  readonly showMaintenance: boolean
  readonly subscribing: boolean
  readonly components: readonly ComponentRow[]
}

const SUBJECTS: Readonly<Record<string, string>> = {
  name: 'The name',
  group: 'The group',
  description: 'The description',
  monitors: 'The component',
  tags: 'A tag',
}

/** The form of a project's status page. */
export const statusTable = formTable({
  fields: {
    published: {
      label: 'Published',
      hint: 'Anyone with its address can read the page, without signing in.',
      control: { kind: 'switch' },
    },
    title: { label: 'Title', control: { kind: 'text', maxLength: 100 } },
    slug: {
      label: 'Slug',
      part: 'address',
      hint: 'The last part of the address: lower-case letters, digits and dashes.',
      control: { kind: 'text', maxLength: 60, mono: true },
    },
    description: { label: 'Description', optional: true, control: { kind: 'lines', rows: 2 } },
    homeUrl: {
      label: 'Link of the title',
      subject: 'The link',
      part: 'link',
      paths: ['home_url'],
      optional: true,
      control: { kind: 'text', placeholder: 'https://example.com', inputMode: 'url', maxLength: 500 },
    },
    showDays: { label: 'Show the last 90 days', part: 'days', paths: ['show_days'], control: { kind: 'switch' } },
    showMaintenance: {
      label: 'Show planned downtimes',
      part: 'maintenance',
      paths: ['show_maintenance'],
      hint: 'Visitors see when the monitors of a component are in a downtime, up to two days ahead. Its name and reason stay private.',
      control: { kind: 'switch' },
    },
    subscribing: {
      label: 'Visitors may subscribe by mail',
      part: 'subscriptions',
      hint: 'They confirm their address first, and each mail has a link that ends it.',
      control: { kind: 'switch' },
    },
    components: {
      label: 'Components',
      subject: 'This',
      control: { kind: 'own' },
      within(rest) {
        const [, index, part = ''] = /^\[(\d+)\]\.?(\w*)/.exec(rest) ?? []
        return { label: `Component ${Number(index) + 1}`, subject: SUBJECTS[part] ?? 'This' }
      },
    },
  },
  formOf: (page: StoredStatusPage): StatusForm => ({
    published: page.published,
    title: page.title,
    slug: page.slug,
    description: page.description,
    homeUrl: page.home_url ?? '',
    showDays: page.show_days,
    showMaintenance: page.show_maintenance,
    subscribing: page.subscribing,
    components: page.components.map(({ tags, ...one }) => ({ ...one, tags: listedOf(tags) })),
  }),
  bodyOf: (form: StatusForm): StatusSettings => ({
    published: form.published,
    title: form.title.trim(),
    slug: form.slug.trim(),
    description: form.description,
    home_url: form.homeUrl.trim() || null,
    show_days: form.showDays,
    show_maintenance: form.showMaintenance,
    subscribing: form.subscribing,
    components: form.components.map(({ tags, monitors, ...one }) => ({
      ...one,
      monitors: [...monitors],
      tags: membersOf(tags),
    })),
  }),
  rules: (body) => statusPageProblems(body),
})

/** A new component. */
export const NEW_COMPONENT: ComponentRow = { group: '', name: '', description: '', monitors: [], tags: '' }

import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { Menu } from '../parts/act/Menu.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { Named } from '../parts/text/Named.tsx'
import classes from './subscriptions.module.css'

export type ProjectDigests = AnswerOf<ProductContract['subscription.projects']>['results'][number]

const OPTIONS = ['daily', 'weekly', 'monthly'] as const
const HEADS = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' }

/** One box for each digest of a project; a tick is a subscription, at once. */
export const digestColumns: readonly Column<ProjectDigests>[] = [
  {
    id: 'project',
    head: 'Project',
    names: true,
    grows: true,
    className: classes.project,
    cell: ({ name, organization }) => (
      <Named below={<span className="trunc">{organization ?? 'Personal'}</span>}>{name}</Named>
    ),
  },
  ...OPTIONS.map(
    (option): Column<ProjectDigests> => ({
      id: option,
      head: HEADS[option],
      cell: ({ project_id, name, digests }) => (
        <Checkbox
          label={`${HEADS[option]} digest of ${name}`}
          checked={digests[option] !== null}
          acting={{
            command: digests[option] === null ? 'subscription.add-digest' : 'subscription.end-digest',
            args: { option, project: project_id },
          }}
        />
      ),
    }),
  ),
  {
    id: 'now',
    head: 'Send now',
    spoken: true,
    align: 'end',
    cell: ({ project_id, name }) => (
      <Menu
        kind="secondary"
        size="small"
        label={`Send a digest of ${name} now`}
        face={
          <>
            <Icon name="mail" />
            <span className="hide-s">Send now</span>
          </>
        }
        items={OPTIONS.map((option) => ({
          command: 'subscription.trigger',
          args: { option, project: project_id },
          label: { daily: 'The last 24 hours', weekly: 'The last 7 days', monthly: 'The last 30 days' }[option],
        }))}
      />
    ),
  },
]

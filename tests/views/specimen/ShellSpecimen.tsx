import { Toasts } from '../../../src/views/parts/overlay/Toasts.tsx'
import { Shell } from '../../../src/views/shell/Shell.tsx'
import type { NavigationGroup } from '../../../src/views/shell/shell-data.ts'
import { DialogSpecimen } from './DialogSpecimen.tsx'
import { FieldSpecimen } from './FieldSpecimen.tsx'
import { FigureSpecimen } from './FigureSpecimen.tsx'
import { MessageSpecimen } from './MessageSpecimen.tsx'
import { SmallSpecimen } from './SmallSpecimen.tsx'
import type { StageState } from './stage.ts'
import { TableSpecimen } from './TableSpecimen.tsx'

const navigation: readonly NavigationGroup[] = [
  { title: null, items: [{ to: 'home', label: 'Home', icon: 'home' }] },
  {
    title: 'Monitor',
    items: [
      { to: 'monitors', current: true, label: 'Monitors', icon: 'monitor', count: 48 },
      { to: 'results', label: 'Results', icon: 'results' },
      { to: 'debug', label: 'Alerts', icon: 'bell', trouble: { count: 2, of: 'open alerts' } },
    ],
  },
  { title: 'Project', items: [{ to: 'collections', label: 'Settings', icon: 'settings' }] },
]

const projects = [
  { id: 'p1', name: 'Payments API', collection: 'Harbourline', level: 'Editor' },
  { id: 'p2', name: 'Storefront', collection: 'Harbourline', level: 'Editor' },
  { id: 'p3', name: 'Logistics', collection: 'Harbourline', level: 'Viewer' },
  { id: 'p4', name: 'Ines Okafor', collection: 'Personal', level: 'Owner' },
]

/** All parts within the shell. */
export const ShellSpecimen = ({ told }: StageState) => (
  <Shell
    title="Specimen"
    navigation={navigation}
    project={projects[0] ?? null}
    projects={projects}
    user={{ name: 'Ines Okafor', email: 'ines@harbourline.example' }}
    crumbs={[{ label: 'Payments API', place: { to: 'home' } }, { label: 'Specimen' }]}
    quota={{ used: 61_204, most: 100_000 }}
    preferences={{ theme: 'system', density: 'regular', collapsed: false }}
    account={[{ to: 'debug', label: 'Debug', icon: 'debug' }]}
    layers={
      <>
        <DialogSpecimen told={told} />
        <Toasts
          toasts={
            told.some(({ id }) => id === 'toast.dismiss')
              ? []
              : [{ id: 1, text: '3 monitors deleted', undo: { command: 'toast.undo' } }]
          }
          onHold={() => {}}
          onRelease={() => {}}
        />
      </>
    }
  >
    <SmallSpecimen />
    <FieldSpecimen />
    <FigureSpecimen />
    <TableSpecimen told={told} />
    <MessageSpecimen />
  </Shell>
)

import type { ReactNode } from 'react'
import { useMachine } from '../../core/machines-of.ts'
import { PageHead } from '../../parts/text/PageHead.tsx'
import { Tabs } from '../../parts/text/Tabs.tsx'

type SettingsHeadProps = {
  title: string
  lead: ReactNode
  actions?: ReactNode
  /** On a further page of the tab “Email”. */
  isMail?: boolean
}

/** Head of the settings pages, with their tabs. */
export const SettingsHead = ({ title, lead, actions, isMail }: SettingsHeadProps) => {
  const isOpen = useMachine('project', (snapshot) => snapshot?.context.current != null)
  return (
    <>
      <PageHead title={title} lead={lead} actions={actions} />
      <Tabs
        label="Settings"
        tabs={[
          { to: 'profile', label: 'Profile' },
          { to: 'keyboard', label: 'Keyboard' },
          { to: 'email-subscriptions', label: 'Email', ...(isMail && { current: true }) },
          ...(isOpen
            ? ([
                { to: 'project-settings', label: 'Project' },
                { to: 'status-page', label: 'Status page' },
                { to: 'api-keys', label: 'API keys' },
              ] as const)
            : []),
          { to: 'agents', label: 'Agents' },
        ]}
      />
    </>
  )
}

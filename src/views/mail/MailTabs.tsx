import { Tabs } from '../parts/text/Tabs.tsx'

/** Tabs of the mail that a person subscribes to. */
export const MailTabs = () => (
  <Tabs
    label="Email subscriptions"
    bare
    tabs={[
      { to: 'email-subscriptions', label: 'Your projects' },
      { to: 'expert-subscription', label: 'Shared collections' },
    ]}
  />
)

import { Tabs } from '../parts/text/Tabs.tsx'

/** The screens of one organization. */
export const OrganizationTabs = ({ orgId }: { orgId: string }) => (
  <Tabs
    label="Organization"
    tabs={[
      { to: 'organization', params: { orgId }, label: 'Overview' },
      { to: 'organization-settings', params: { orgId }, label: 'Settings' },
      { to: 'organization-downtimes', params: { orgId }, label: 'Downtimes' },
      { to: 'organization-certificates', params: { orgId }, label: 'Certificates' },
      { to: 'organization-integrations', params: { orgId }, label: 'Integrations' },
      { to: 'service-accounts', params: { orgId }, label: 'Service accounts' },
      { to: 'key-service', params: { orgId }, label: 'Key service' },
    ]}
  />
)

import { useLocations } from '../agents/use-location-name.ts'
import { Notice } from '../parts/text/Notice.tsx'

/** Says that no agent has a browser, or which of the named locations have none; nothing where all do. */
export const NoBrowser = ({ locationIds }: { readonly locationIds?: readonly string[] }) => {
  const locations = useLocations()
  const hasBrowser = ({ capabilities }: (typeof locations)[number]) => capabilities.includes('browser')
  if (locations.length === 0) return null
  if (!locations.some(hasBrowser))
    return (
      <Notice kind="warning" title="No agent that is online has a browser">
        Browser tests need Chromium on the machine of an agent: install it (Debian:{' '}
        <code>apt-get install chromium</code>) or name it with <code>SONDE_CHROMIUM</code>, and restart the agent. An
        agent of one file needs <code>npm install playwright-core</code> beside it.
      </Notice>
    )
  const without = locations.filter((one) => locationIds?.includes(one.id) && !hasBrowser(one)).map(({ name }) => name)
  if (without.length === 0) return null
  return (
    <Notice kind="warning" title={`No agent at ${without.join(', ')} has a browser`}>
      This test is not run from there; those runs count as missed.
    </Notice>
  )
}

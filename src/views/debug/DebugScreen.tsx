import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { StandalonePage } from '../external/StandalonePage.tsx'
import { Act } from '../parts/act/Act.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import { CoverageView } from './CoverageView.tsx'
import { Facts } from './Facts.tsx'
import { MachinesView } from './MachinesView.tsx'
import { useDebugEvents } from './use-debug-events.ts'
import { useRecording } from './use-recorder.ts'

/** Machines since the page was opened, their charts, events and coverage. Works without sign-in. */
const DebugScreen = () => {
  const { search } = useCurrentRoute()
  const recording = useRecording()
  useTitle()
  useDebugEvents()
  const isCoverage = search.view === 'coverage'
  return (
    <StandalonePage>
      <PageHead
        title="Debug"
        actions={
          <>
            <Act command="debug.copy" icon="copy" />
            <Act command="debug.clear-cache" icon="trash" />
          </>
        }
      />
      <Facts />
      <Tabs
        label="Parts of the debug screen"
        tabs={[
          { to: 'debug', label: 'Machines', current: !isCoverage },
          { to: 'debug', search: { view: 'coverage' }, label: 'Coverage', current: isCoverage },
        ]}
      />
      {isCoverage ? (
        <CoverageView recording={recording} search={search} />
      ) : (
        <MachinesView recording={recording} search={search} />
      )}
    </StandalonePage>
  )
}
export default DebugScreen

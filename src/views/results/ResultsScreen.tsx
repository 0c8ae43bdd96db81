import { useTitle } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ResultList } from './ResultList.tsx'

/** What the runs of the project came to, newest first. */
const ResultsScreen = () => {
  useTitle()
  return (
    <>
      <PageHead title="Results" actions={<Act command="result.export" icon="download" className="hide-s" />} />
      <ResultList callId={null} />
    </>
  )
}

export default ResultsScreen

import { hasFlag } from '../../commands/core/addresses.ts'
import { USUAL_BANDS } from '../../domain/core/score-bands.ts'
import { TextAct } from '../parts/act/TextAct.tsx'
import { ScoreBands } from '../parts/chart/score-bands.ts'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Screen } from './Screen.tsx'
import { Barred, SignedInApp } from './SignedInApp.tsx'
import { screens } from './screens.ts'
import { useVerdict } from './use-verdict.ts'
import { Waiting } from './Waiting.tsx'

/** The shell behind the front door, and the screen of the address within it. */
const InnerApp = () => {
  const { verdict, standing, project } = useVerdict()
  if (verdict.kind === 'missing') return <SignedInApp place={verdict.place} hasShell isMissing />
  if (verdict.kind !== 'show') return <Waiting />
  const { place } = verdict
  const isHere = standing.session === 'signedIn'
  return (
    <SignedInApp place={place} hasShell={isHere && !hasFlag(place.name, 'fullModal')}>
      {isHere && project?.matches('failed') ? (
        <ErrorState
          page
          sentence={`Your projects did not load. ${project.context.error?.message ?? ''}`}
          actions={<TextAct command="project.retry" kind="primary" />}
        />
      ) : isHere && standing.project === 'barred' && !hasFlag(place.name, 'noProjectOk') ? (
        <Barred />
      ) : isHere && standing.project === 'deciding' ? (
        <Waiting />
      ) : (
        <ScoreBands value={project?.context.current?.project.score_bands ?? USUAL_BANDS}>
          <Screen name={place.name} load={screens[place.name]} project={project?.context.current?.project.id} />
        </ScoreBands>
      )}
    </SignedInApp>
  )
}
export default InnerApp

import '../../../src/views/style/style.css'
import { createRoot } from 'react-dom/client'
import { ActsContext } from '../../../src/views/parts/act/acts.ts'
import { LinksContext } from '../../../src/views/parts/act/links.ts'
import { FrontSpecimen } from './FrontSpecimen.tsx'
import { LongSpecimen } from './LongSpecimen.tsx'
import { ShellSpecimen } from './ShellSpecimen.tsx'
import { links, useStage } from './stage.ts'

const query = new URLSearchParams(location.search)
for (const name of ['theme', 'density'] as const) {
  const value = query.get(name)
  if (value) document.documentElement.dataset[name] = value
}

const pages = { parts: ShellSpecimen, front: FrontSpecimen, long: LongSpecimen }

const Stage = () => {
  const { acts, ...state } = useStage()
  const Page = pages[(query.get('page') ?? 'parts') as keyof typeof pages]
  return (
    <ActsContext value={acts}>
      <LinksContext value={links}>
        <Page {...state} />
      </LinksContext>
    </ActsContext>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Stage />)

import type { RouteName } from '../../commands/routes.ts'
import type { Load } from '../core/screen-load.ts'
import { Boundary } from './Boundary.tsx'
import { LazyScreen } from './LazyScreen.tsx'

const shown: Load[] = []
/** Equal for routes that the same screen shows. */
const screenKey = (load: Load): number => (shown.includes(load) ? shown.indexOf(load) : shown.push(load) - 1)

type ScreenProps = {
  readonly name: RouteName | 'inner-app'
  readonly load: Load
  readonly project?: string | undefined
}

/** Another project is another screen: nothing that was chosen or typed in the one before is carried over. */
export const Screen = ({ name, load, project = '' }: ScreenProps) => (
  <Boundary key={`${screenKey(load)} ${project}`}>
    <LazyScreen name={name} load={load} />
  </Boundary>
)

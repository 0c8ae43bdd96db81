import { routeLibraryOutput } from '../domain/core/library-output.ts'
import { stderrLog } from './log.ts'

export { stderrLog }

routeLibraryOutput(console, process, stderrLog)

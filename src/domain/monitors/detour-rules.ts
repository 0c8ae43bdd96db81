import { type DetourFields, placeIn, tlsNameIn } from '../core/detour.ts'
import { type Problem, problem } from '../core/problem.ts'

/** Field errors of where a call connects. Absent and empty fields are not checked. */
export const detourProblems = ({ connect_to, tls_name }: DetourFields): Problem[] => {
  const problems: Problem[] = []
  if (connect_to?.trim() && placeIn(connect_to) === null)
    problems.push(
      problem('request.connect_to', 'invalid', 'must be a host, or host:port, such as staging.example.com:8443.'),
    )
  if (tls_name?.trim() && tlsNameIn(tls_name) === null)
    problems.push(problem('request.tls_name', 'invalid', 'must be a host such as api.example.com, without a port.'))
  return problems
}

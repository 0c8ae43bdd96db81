import type { agents } from '../../../contract/agents/agents.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { addBodyPiece, type PieceProblem } from '../../store/results/result-bodies.ts'
import { runOfId } from '../../store/results/runs.ts'

const REFUSALS: Readonly<Record<PieceProblem, Refusal>> = {
  'no result': new Refusal(404, 'not_found', 'This location reported no result with that id.'),
  'out of order': new Refusal(
    409,
    'conflict',
    'number must continue the pieces that are stored; the body was deleted.',
  ),
  'too large': new Refusal(413, 'body_too_large', 'The body is larger than this server stores (SONDE_MAX_BODY_MB).'),
  'wrong size': new Refusal(422, 'invalid', 'end.bytes must be the size of all pieces; the body was deleted.'),
}

/** Stores a piece of a body for a result of the agent's own location. */
export const takeBodyPiece = async (
  db: Db,
  id: string,
  locationKey: number,
  { number, content, end }: BodyOf<(typeof agents)['agent.body']>,
  maxBytes: number,
): Promise<{ stored: boolean } | Refusal> => {
  const run = runOfId(id)
  if (!run || run.location_key !== locationKey) return REFUSALS['no result']
  const piece = { number, bytes: Buffer.from(content, 'base64'), end: end ?? null }
  const problem = await addBodyPiece(db, run, piece, maxBytes)
  return problem === null ? { stored: true } : REFUSALS[problem]
}

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

const jsonOf = (answer: Response): Promise<unknown> =>
  answer
    .clone()
    .json()
    .catch(() => null)

/**
 * An answer of a token endpoint with what a sign-in needs and nothing else: providers send null, lists and types of their own in fields
 * that are of no use here, and errors with the status 200. What cannot be read is left as it is.
 */
export const signInAnswer = async (answer: Response): Promise<Response> => {
  const sent = answer.ok ? record(await jsonOf(answer)) : null
  if (sent === null) return answer
  const { access_token, id_token, error, error_description } = sent
  if (id_token === undefined && typeof error === 'string' && error !== '')
    return Response.json({ error, error_description }, { status: 400 })
  return Response.json({ access_token, id_token, token_type: 'bearer' })
}

// @ts-check
/**
 * @typedef {import('./route.mjs').Route} Route
 * @typedef {import('./driver.mjs').PathEvent} PathEvent
 */

/** Answers with what the path says that the effect brings. @param {Route} route @param {PathEvent} event */
export const succeed = (route, { output = {} }) => route.fulfill({ json: output })

/** Refuses as an error of the path says: with its status and its field errors, or without any answer. @param {Route} route @param {PathEvent} event */
export const refuse = (route, { error: { error: detail, failure } }) => {
  if (!failure) return route.fulfill({ status: 400, json: { detail } })
  const { status, problems, body } = failure
  if (status === null) return route.abort()
  const fields = problems.map((/** @type {any} */ { field, message }) => ({ loc: field.split('.'), msg: message }))
  return route.fulfill({ status, json: body ?? { detail: fields.length > 0 ? fields : detail } })
}

/** An empty list. @param {Route} route */
export const nothing = (route) =>
  route.fulfill({ json: { meta: { more: false, next_cursor: null }, data: [], results: [] } })

/**
 * The worker that parses documents, as text for `new Worker(…, { eval: true })`, so that it needs no file of its own. A document is JSON or
 * YAML; aliases are expanded to a limit, and nothing but the parts of an outline leaves the worker.
 */
export const DOCUMENT_WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const { LineCounter, parseDocument } = require(workerData.yaml)
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const MOST_OPERATIONS = 5000
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

const lineAt = (text, position) => text.slice(0, position).split('\\n').length

const readJson = (text) => {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const position = /position (\\d+)/.exec(error.message)
    return { line: position ? lineAt(text, Number(position[1])) : lineAt(text, text.length), why: 'it is not valid JSON' }
  }
}

const readYaml = (text) => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true, uniqueKeys: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error) {
    const { line } = lines.linePos(error.pos[0])
    return { line, why: 'it is not valid YAML (' + error.code.toLowerCase().replaceAll('_', ' ') + ')' }
  }
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch {
    return { line: 1, why: 'it refers to its own parts too often' }
  }
}

const skeletonOf = (value) => {
  if (!isRecord(value)) return null
  const info = isRecord(value.info) ? value.info : {}
  const operations = []
  for (const [path, item] of Object.entries(isRecord(value.paths) ? value.paths : {}))
    for (const method of isRecord(item) ? METHODS : [])
      if (isRecord(item[method]) && operations.length < MOST_OPERATIONS)
        operations.push([method, path, item[method].summary === undefined ? item[method].operationId : item[method].summary])
  const scalar = (part) => (['string', 'number', 'undefined'].includes(typeof part) ? part : null)
  return {
    openapi: scalar(value.openapi), swagger: scalar(value.swagger), title: scalar(info.title), version: scalar(info.version),
    operations: isRecord(value.paths) ? operations.map(([method, path, summary]) => [method, path, scalar(summary)]) : null,
    hasOther: isRecord(value.components) || isRecord(value.webhooks),
  }
}

let answer
try {
  const text = workerData.text.replace(/^\\uFEFF/, '')
  const read = /^\\s*[{[]/.test(text) ? readJson(text) : readYaml(text)
  answer = 'value' in read ? { skeleton: skeletonOf(read.value) } : read
} catch {
  answer = { line: 1, why: 'it is nested too deeply' }
}
parentPort.postMessage(answer)
`

import { around, isFunction, lineAt, nameOf, nodeIn, nodesIn, type SyntaxNode, within } from '../support/syntax.ts'

/** A flow that a view keeps to itself: its line, the name it has there, and what it does. */
export type Flow = { readonly line: number; readonly name: string; readonly does: string }

const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useEffectEvent'])
const CONTINUATIONS = new Set(['then', 'catch', 'finally'])

/**
 * Calls that take a function which asks and make an actor of it: XState's own, and the hooks of forms and lists, whose machines say when it is
 * asked, and what becomes of the answer.
 */
const CARRIERS = new Set([
  'Picture',
  'fromPromise',
  'fromCallback',
  'sendFile',
  'useAttempt',
  'useDialogForm',
  'useDraft',
  'useFrontForm',
  'useOlder',
  'usePicture',
  'useRecordForm',
  'useTrialOf',
  'versionsOf',
])

/** Words of phases. A state with one of them is a machine that nobody can read, draw or test. */
const PHASES =
  /^(?:is|has|was|are)?(idle|busy|loading|pending|sending|saving|waiting|trying|testing|running|working|uploading|fetching|failed|failure|error|done|finished|succeeded|retrying|canretry|answer|answered|outcome)$/i

const calleeOf = (node: SyntaxNode): SyntaxNode | null => {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : null
  return callee?.type === 'ChainExpression' ? nodeIn(callee, 'expression') : callee
}

/** The called name: `f` of `f()`, `then` of `x.then()`. */
const calledName = (node: SyntaxNode): string => {
  const callee = calleeOf(node)
  return callee?.type === 'MemberExpression' ? nameOf(nodeIn(callee, 'property')) : nameOf(callee)
}

/** Whether a call sends a request: the endpoints are called by `call` of the world or of the app's effects. */
const isRequest = (node: SyntaxNode): boolean => {
  const callee = calleeOf(node)
  if (callee?.type === 'Identifier') return ['call', 'fetch'].includes(nameOf(callee))
  const owner = nodeIn(callee, 'object')
  return nameOf(nodeIn(callee, 'property')) === 'call' && ['world', 'effects', 'app'].includes(nameOf(owner))
}

const isContinuation = (node: SyntaxNode): boolean =>
  calleeOf(node)?.type === 'MemberExpression' && CONTINUATIONS.has(calledName(node))

const isAsync = (node: SyntaxNode): boolean => isFunction(node) && node.async === true

/** Waits for an answer, or asks again and again. */
const waits = (node: SyntaxNode): boolean =>
  node.type === 'AwaitExpression' ||
  isAsync(node) ||
  (node.type === 'CallExpression' && (isContinuation(node) || isRequest(node) || calledName(node) === 'setInterval'))

/** Reads a name's value: not its declaration, and not the field of an object. */
const isUse = (node: SyntaxNode): boolean => {
  const { parent } = node
  if (node.type !== 'Identifier' || !parent) return false
  if (parent.type === 'MemberExpression') return nodeIn(parent, 'object') === node || parent.computed === true
  if (parent.type === 'Property') return nodeIn(parent, 'value') === node
  return !(parent.type === 'VariableDeclarator' && nodeIn(parent, 'id') === node)
}

/** The functions of a file by the name that they are bound to, also through `useCallback` and its like. */
const namedFunctions = (tree: SyntaxNode): ReadonlyMap<string, SyntaxNode> => {
  const found = new Map<string, SyntaxNode>()
  for (const node of within(tree)) {
    const init = node.type === 'VariableDeclarator' ? nodeIn(node, 'init') : null
    const made = init?.type === 'CallExpression' ? (nodesIn(init, 'arguments')[0] ?? null) : init
    if (made && isFunction(made)) found.set(nameOf(nodeIn(node, 'id')), made)
    if (node.type === 'FunctionDeclaration') found.set(nameOf(nodeIn(node, 'id')), node)
  }
  return found
}

/** What in a function waits, itself or in the functions of its file that it uses; null if nothing does. */
const waitingPart = (
  root: SyntaxNode,
  named: ReadonlyMap<string, SyntaxNode>,
  seen: ReadonlySet<SyntaxNode> = new Set([root]),
): SyntaxNode | null => {
  for (const node of within(root)) {
    if (waits(node)) return node
    const used = isUse(node) ? named.get(nameOf(node)) : undefined
    if (used && !seen.has(used) && !isCarried(used)) {
      const part = waitingPart(used, named, new Set([...seen, used]))
      if (part) return part
    }
  }
  return null
}

/** Within the arguments of a call that makes an actor of it. */
const isCarried = (node: SyntaxNode): boolean =>
  [...around(node)].some((each) =>
    CARRIERS.has(each.type === 'JSXOpeningElement' ? nameOf(nodeIn(each, 'name')) : calledName(each)),
  )

const effectsThatWait = (tree: SyntaxNode, text: string): Flow[] => {
  const named = namedFunctions(tree)
  return [...within(tree)].flatMap((node) => {
    const callback = EFFECTS.has(calledName(node)) ? nodesIn(node, 'arguments')[0] : undefined
    if (!callback || !waitingPart(callback, named)) return []
    return [{ line: lineAt(text, node.start), name: calledName(node), does: 'sends or awaits something' }]
  })
}

/** Names and words within the type and the initial value of a state. */
const wordsOf = (node: SyntaxNode): string[] =>
  [...within(node)].flatMap((each) => {
    if (each.type === 'Literal') return typeof each.value === 'string' ? [each.value] : []
    if (each.type === 'Property' || each.type === 'TSPropertySignature') return [nameOf(nodeIn(each, 'key'))]
    return []
  })

/** The types that a file declares, by name. */
const declaredTypes = (tree: SyntaxNode): ReadonlyMap<string, SyntaxNode> =>
  new Map(
    [...within(tree)]
      .filter(({ type }) => type === 'TSTypeAliasDeclaration')
      .map((node) => [nameOf(nodeIn(node, 'id')), node] as const),
  )

/** Runs when an answer comes: within an async function, or handed to a promise or an interval. */
const isLate = (node: SyntaxNode): boolean =>
  [...around(node)].some((each) => isAsync(each) || isContinuation(each) || calledName(each) === 'setInterval')

/** Keeps the answer of a command, which an event brought to the screen. */
const keepsAnswer = (use: SyntaxNode): boolean => {
  const listening = [...around(use)].find((each) => calledName(each) === 'useScreenEvents')
  return listening !== undefined && [...within(listening)].some((each) => nameOf(each) === 'answer')
}

const statesThatWait = (tree: SyntaxNode, text: string): Flow[] => {
  const types = declaredTypes(tree)
  const nodes = [...within(tree)]
  return nodes.flatMap((node) => {
    const call = node.type === 'VariableDeclarator' ? nodeIn(node, 'init') : null
    const names = nodesIn(nodeIn(node, 'id'), 'elements').map(nameOf)
    const setter = names.at(-1) ?? ''
    // Without a setter it is a value that stays as it was at first.
    if (!call || !['useState', 'useReducer'].includes(calledName(call)) || names.length < 2) return []
    const flow = { line: lineAt(text, node.start), name: names[0] || setter }
    const uses = nodes.filter((use) => isUse(use) && nameOf(use) === setter)
    if (uses.some(isLate)) return [{ ...flow, does: 'is set when an answer comes' }]
    if (uses.some(keepsAnswer)) return [{ ...flow, does: 'keeps the answer of a command' }]
    const declared = [...within(call)]
      .filter(({ type }) => type === 'TSTypeReference')
      .flatMap((each) => types.get(nameOf(nodeIn(each, 'typeName'))) ?? [])
    const phase = [flow.name, ...wordsOf(call), ...declared.flatMap(wordsOf)].find((word) => PHASES.test(word))
    return phase === undefined ? [] : [{ ...flow, does: `has the phase “${phase}”` }]
  })
}

const CHANGES = new Set(['add', 'clear', 'delete', 'set'])

/** The variables of a file that are changed when an answer comes: state by hand, which nothing can read. */
const variablesThatWait = (tree: SyntaxNode, text: string): Flow[] => {
  const nodes = [...within(tree)]
  const named = namedFunctions(tree)
  const declared = new Map(
    nodes.flatMap((node) => {
      if (node.type !== 'VariableDeclarator' || !node.parent) return []
      const made = nodeIn(node, 'init')
      const isOpen =
        node.parent.kind === 'let' ||
        (made?.type === 'NewExpression' && /^(Map|Set)$/.test(nameOf(nodeIn(made, 'callee'))))
      return isOpen ? [[nameOf(nodeIn(node, 'id')), node] as const] : []
    }),
  )
  const changes = (root: SyntaxNode, seen: ReadonlySet<SyntaxNode>): { name: string; by: SyntaxNode }[] =>
    [...within(root)].flatMap((node) => {
      const used = isUse(node) ? named.get(nameOf(node)) : undefined
      if (used && !seen.has(used)) return changes(used, new Set([...seen, used]))
      if (node.type === 'AssignmentExpression' && node.operator === '=')
        return [{ name: nameOf(nodeIn(node, 'left')), by: node }]
      const owner = CHANGES.has(calledName(node)) ? nodeIn(calleeOf(node), 'object') : null
      return owner ? [{ name: nameOf(owner), by: node }] : []
    })
  const late = nodes.filter(
    (node) =>
      (isAsync(node) || (isFunction(node) && node.parent !== null && isContinuation(node.parent))) && !isCarried(node),
  )
  const found = new Map<string, SyntaxNode>()
  for (const root of late)
    for (const { name } of changes(root, new Set([root]))) {
      const place = declared.get(name)
      // What an async function makes for itself is its own.
      if (place && ![...around(place)].includes(root)) found.set(name, place)
    }
  return [...found].map(([name, { start }]) => ({
    line: lineAt(text, start),
    name,
    does: 'is changed when an answer comes',
  }))
}

/** The name that a function is bound to at the top of its file; null for any other function. */
const topName = (node: SyntaxNode): string | null => {
  const declarator = node.parent?.type === 'VariableDeclarator' ? node.parent : null
  const declaration = declarator?.parent ?? null
  const isTop = declaration?.parent?.type === 'Program' || declaration?.parent?.type === 'ExportNamedDeclaration'
  return isTop ? nameOf(nodeIn(declarator, 'id')) : null
}

/** Functions at the top of a file that send a request for whoever calls them, and the requests that nobody carries. */
const requests = (tree: SyntaxNode, text: string, senders: ReadonlySet<string>) => {
  const flows: Flow[] = []
  const sending = new Set<string>()
  for (const node of within(tree)) {
    const isSent = (node.type === 'CallExpression' && isRequest(node)) || (isUse(node) && senders.has(nameOf(node)))
    if (!isSent || isCarried(node) || [...around(node)].some(({ type }) => type === 'ImportDeclaration')) continue
    const holders = [...around(node)].filter(isFunction)
    const top = holders.map(topName).find((name) => name)
    // A component or hook is where a flow lives; any other function only sends what it is told to.
    if (top && !/^(use)?[A-Z]/.test(top)) sending.add(top)
    else {
      const does = 'sends a request outside of a machine or command'
      flows.push({ line: lineAt(text, node.start), name: top ?? calledName(node), does })
    }
  }
  return { flows, sending }
}

/** The flows of one file. `imported`: names of its imports that send a request for whoever calls them. */
export const flowsIn = (tree: SyntaxNode, text: string, imported: ReadonlySet<string> = new Set()): readonly Flow[] => {
  let senders = imported
  for (;;) {
    const { flows, sending } = requests(tree, text, senders)
    const all = new Set([...senders, ...sending])
    if (all.size === senders.size)
      return [...effectsThatWait(tree, text), ...statesThatWait(tree, text), ...variablesThatWait(tree, text), ...flows]
    senders = all
  }
}

/** The functions of a file that send a request for whoever calls them. */
export const sendersIn = (
  tree: SyntaxNode,
  text: string,
  imported: ReadonlySet<string> = new Set(),
): ReadonlySet<string> => {
  let senders = imported
  for (;;) {
    const { sending } = requests(tree, text, senders)
    const all = new Set([...senders, ...sending])
    if (all.size === senders.size) return sending
    senders = all
  }
}

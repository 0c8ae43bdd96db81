import { expect, test } from 'vitest'
import { codeIn, targetOf } from '../support/sources.ts'
import { nameOf, nodeIn, nodesIn, parsedFile, type SyntaxNode, syntaxOf } from '../support/syntax.ts'
import { flowsIn, sendersIn } from './flow-reader.ts'

/** Flows that stay in a view, each with its reason. The list only gets shorter. */
const kept: Readonly<Record<string, string>> = {
  'src/views/app/ConsoleLayer.tsx useEffect':
    'fetches the console’s code ahead; opening the console waits for it, and nothing else does',
  'src/views/core/command-book.ts known':
    'the commands whose code is here: filled once by each chunk, and asked, not waited for',
}

const files = codeIn('src/views').map((file) => ({ file, ...parsedFile(file) }))

/** The names that a file imports from others of its floor, by file. */
const importedNames = (file: string, tree: SyntaxNode): { readonly from: string; readonly name: string }[] =>
  tree.children
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((node) =>
      nodesIn(node, 'specifiers').map((specifier) => ({
        from: targetOf(file, { from: String(nodeIn(node, 'source')?.value), typeOnly: false }) ?? '',
        name: nameOf(nodeIn(specifier, 'local')),
      })),
    )

const flowsOfViews = () => {
  const senders = new Map<string, ReadonlySet<string>>()
  const importedBy = (file: string, tree: SyntaxNode) =>
    new Set(importedNames(file, tree).flatMap(({ from, name }) => (senders.get(from)?.has(name) ? [name] : [])))
  for (let before = -1; ; ) {
    for (const { file, tree, text } of files) senders.set(file, sendersIn(tree, text, importedBy(file, tree)))
    const count = [...senders.values()].reduce((sum, { size }) => sum + size, 0)
    if (count === before) break
    before = count
  }
  return files.flatMap(({ file, tree, text }) =>
    flowsIn(tree, text, importedBy(file, tree)).map((flow) => ({ ...flow, at: `${file} ${flow.name}`, file })),
  )
}

/** A component with something within, as the law reads it. */
const flowsWithin = (text: string) => {
  const source = `export const Screen = () => {\n${text}\nreturn null }`
  return flowsIn(syntaxOf('planted.tsx', source), source).map(({ name, does }) => `${name} ${does}`)
}

test('a flow in a view is told from what only its drawing needs', () => {
  const waits = 'useEffect sends or awaits something'
  expect(flowsWithin('useEffect(() => { void ask() }, []); const ask = async () => {}')).toEqual([waits])
  expect(flowsWithin('const ask = useCallback(() => load().then(go), []); useEffect(() => ask(), [ask])')).toEqual([
    waits,
  ])
  expect(flowsWithin('useEffect(() => { const timer = setInterval(look, 1_000) }, [])')).toEqual([waits])
  expect(flowsWithin('const [x, set] = useState(0); load().then(set)')).toEqual(['x is set when an answer comes'])
  expect(flowsWithin('const [isBusy, set] = useState(false)')).toEqual(['isBusy has the phase “isBusy”'])
  expect(flowsWithin("const [now, set] = useState<'idle' | 'far'>('far')")).toEqual(['now has the phase “idle”'])
  expect(flowsWithin('const listeners = new Set(); load().then(() => listeners.clear())')).toEqual([
    'listeners is changed when an answer comes',
  ])
  expect(flowsWithin("return <b onClick={() => void world.call('monitor.run', {})} />")).toEqual([
    'Screen sends a request outside of a machine or command',
  ])
  expect(flowsWithin("const logic = fromPromise(async () => { await world.call('monitor.run', {}) })")).toEqual([])
  expect(
    flowsWithin('const [isOpen, open] = useState(false); useEffect(() => input.current?.focus(), [isOpen])'),
  ).toEqual([])
})

test('no view keeps a flow to itself', () => {
  const found = flowsOfViews()
  const faults = found
    .filter(({ at }) => !(at in kept))
    .map(({ file, line, name, does }) => `${file}:${line} ${name} ${does}: move it into a machine`)
  expect(faults).toEqual([])
  // What is gone is taken off the list.
  const there = new Set(found.map(({ at }) => at))
  expect(Object.keys(kept).filter((at) => !there.has(at))).toEqual([])
})

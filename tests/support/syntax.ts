import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { home } from './sources.ts'

/** A node of a syntax tree (ESTree with TypeScript and JSX), with its parent. Only `type` is common to all; the rest is read by name. */
export type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly parent: SyntaxNode | null
  readonly children: readonly SyntaxNode[]
  readonly [field: string]: unknown
}

/** Whether a value of a tree is a node: everything else is text, numbers and flags. */
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: object): SyntaxNode[] =>
  Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** The parser gives plain objects; parent and children are written onto them once. */
const linked = (node: SyntaxNode, parent: SyntaxNode | null): SyntaxNode => {
  const children = childrenOf(node)
  Object.assign(node, { parent, children })
  for (const child of children) linked(child, node)
  return node
}

/** The syntax tree of a text. */
export const syntaxOf = (name: string, text: string): SyntaxNode => {
  const { program, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return linked(program as unknown as SyntaxNode, null)
}

/** The syntax tree of a file of the checkout, and its text. */
export const parsedFile = (file: string): { readonly tree: SyntaxNode; readonly text: string } => {
  const text = readFileSync(join(home, file), 'utf8')
  return { tree: syntaxOf(file, text), text }
}

/** All nodes of a tree, each before those within it. */
export function* within(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const child of node.children) yield* within(child)
}

/** The nodes around a node, the nearest first. */
export function* around(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at = node.parent; at; at = at.parent) yield at
}

/** The node in a field; null where there is none. */
export const nodeIn = (node: SyntaxNode | null, field: string): SyntaxNode | null => {
  const value = node?.[field]
  return isNode(value) ? value : null
}

/** The nodes of a list in a field. */
export const nodesIn = (node: SyntaxNode | null, field: string): readonly SyntaxNode[] => {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier; empty for any other node. */
export const nameOf = (node: SyntaxNode | null): string =>
  node !== null && (node.type === 'Identifier' || node.type === 'JSXIdentifier') && typeof node.name === 'string'
    ? node.name
    : ''

export const isFunction = ({ type }: SyntaxNode): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'

/** The line of a place in a text, from 1. */
export const lineAt = (text: string, start: number): number => text.slice(0, start).split('\n').length

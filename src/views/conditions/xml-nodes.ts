import { conditionOfXml } from '../../domain/conditions/pointed-conditions.ts'
import type { ResponseNode } from './response-nodes.ts'

/** The name of an element or attribute in an XPath: as it is written where the root knows its prefix, else with its namespace. */
const nameIn = (
  root: Element,
  { localName, prefix, namespaceURI }: Pick<Attr, 'localName' | 'prefix' | 'namespaceURI'>,
  isAttribute: boolean,
): string => {
  if (namespaceURI === null || (isAttribute && prefix === null)) {
    // A default namespace of the root would be meant by a name alone.
    return isAttribute || root.lookupNamespaceURI(null) === null ? localName : `Q{}${localName}`
  }
  const known = root.lookupNamespaceURI(prefix)
  if (known !== namespaceURI) return `Q{${namespaceURI}}${localName}`
  return prefix === null ? localName : `${prefix}:${localName}`
}

const childrenOf = (element: Element): readonly Element[] => [...element.children]

const elementNode = (root: Element, element: Element, path: string): ResponseNode => {
  const children = childrenOf(element)
  const attributes = [...element.attributes].filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'))
  const text = element.textContent?.trim() ?? ''
  const isLeaf = children.length === 0
  const inner = () => {
    const named = children.map((child) => ({ child, name: nameIn(root, child, false) }))
    const isRepeated = (name: string) => named.filter((each) => each.name === name).length > 1
    const repeated = new Set(named.map(({ name }) => name).filter(isRepeated))
    const seen = new Map<string, number>()
    return [
      ...attributes.map((attribute): ResponseNode => {
        const at = `${path}/@${nameIn(root, attribute, true)}`
        return {
          id: `body:${at}`,
          label: `@${attribute.name}`,
          value: attribute.value,
          tone: 'text',
          makes: conditionOfXml(at, attribute.value),
        }
      }),
      ...named.map(({ child, name }) => {
        const place = (seen.get(name) ?? 0) + 1
        seen.set(name, place)
        return elementNode(root, child, `${path}/${name}${repeated.has(name) ? `[${place}]` : ''}`)
      }),
    ]
  }
  return {
    id: `body:${path}`,
    label: element.nodeName,
    value: isLeaf ? text : `${children.length} ${children.length === 1 ? 'element' : 'elements'}`,
    tone: isLeaf ? 'text' : 'quiet',
    makes: isLeaf && text === element.textContent ? conditionOfXml(path, text) : existsAt(path),
    ...((children.length > 0 || attributes.length > 0) && { inner }),
  }
}

const existsAt = (path: string): ResponseNode['makes'] => {
  const made = conditionOfXml(path, '')
  return made && { ...made, condition: 'exists', val: null }
}

/** The elements and attributes of an XML body; null if it is none. HTML is no XML unless it is well-formed. */
export const xmlNodes = (body: string): readonly ResponseNode[] | null => {
  if (!/^\s*(?:\ufeff)?</.test(body) || body.includes('<!ENTITY') || /^\s*<!doctype html/i.test(body)) return null
  const { documentElement: root } = new DOMParser().parseFromString(body, 'application/xml')
  if (root.nodeName === 'parsererror' || root.getElementsByTagName('parsererror').length > 0) return null
  return [elementNode(root, root, `/${nameIn(root, root, false)}`)]
}

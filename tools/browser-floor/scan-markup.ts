import { features, isUnsupported, partOf } from './support.ts'

/** Returns whether one of the oldest supported browsers lacks this attribute, or React property, of an HTML element. */
export function isUnsupportedAttribute(tag: string, attribute: string): boolean {
  const element = partOf(features.html['elements'], tag)
  const name = attribute.toLowerCase()
  const known = partOf(element, name) ?? (element && partOf(features.html['global_attributes'], name))
  return known !== undefined && isUnsupported(known)
}

/** Returns the unsupported attributes in a page of HTML. */
export function findMarkupFeatures(html: string): Set<string> {
  const found = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)\b((?:\s+[^\s=>"'/]+(?:="[^"]*")?)+)/g))
    for (const [, name = ''] of attributes.matchAll(/([^\s=>"'/]+)(?:="[^"]*")?/g))
      if (isUnsupportedAttribute(tag, name)) found.add(`<${tag} ${name}>`)
  return found
}

import type { Product } from '@site/contract/product'
import * as v from 'valibot'

/** A block of a mail. Its texts are plain, without markup; each renderer escapes them. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** A link to a page of the site; links to other hosts cannot be expressed. */
  | { kind: 'button'; label: string; path: `/${string}` }
  | { kind: 'list' | 'steps'; title: string; items: readonly string[] }
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  /** Text of a visitor, rendered as a quote with its line breaks. */
  | { kind: 'quote'; text: string }
  /** A code to type in. */
  | { kind: 'code'; code: string }

/** The content of a mail, before it is rendered as text and HTML. */
export type MailContent = {
  /** Contains no text of a visitor, because it is a mail header. */
  subject: string
  heading: string
  blocks: readonly Block[]
  /** The footer: why this mail was sent and how to be removed. */
  reason: string
  /** Address for Reply-To, or null for none. */
  replyTo: string | null
}

/** The product's texts and the origin of the site, for composing mails. */
export type Brand = { product: Product; siteUrl: string }

/** A kind of mail: composes the content from the data of an outbox row. */
export type MailKind = {
  /** Throws when the data of the row is invalid for this kind. */
  write(data: unknown, brand: Brand): MailContent
}

/** Defines a kind of mail by the schema of its row's data and a function that writes the content. */
export function defineMailKind<Schema extends v.GenericSchema>(
  schema: Schema,
  write: (data: v.InferOutput<Schema>, brand: Brand) => MailContent,
): MailKind {
  return { write: (data, brand) => write(v.parse(schema, data), brand) }
}

import type { Product } from '@site/contract/product'
import * as v from 'valibot'

/** A piece of a mail. Every text in it is plain: both renderers do their own escaping, none takes markup. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** A link to a page of the site itself; there is no way to write another one. */
  | { kind: 'button'; label: string; path: `/${string}` }
  | { kind: 'list' | 'steps'; title: string; items: readonly string[] }
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  /** What somebody else wrote, set apart and kept in its lines. */
  | { kind: 'quote'; text: string }
  /** A code to type in. */
  | { kind: 'code'; code: string }

/** A mail in words, before it has a form. */
export type Letter = {
  /** Our words only, never a visitor's: it stands in a header. */
  subject: string
  heading: string
  blocks: readonly Block[]
  /** Why this mail came and how to be removed, in small print. */
  reason: string
  /** Whom an answer reaches when it is not the sender. */
  replyTo: string | null
}

/** What mails know of the brand they speak for. */
export type Brand = { product: Product; siteUrl: string }

/** One kind of mail, ready to be told the data of an outbox row. */
export type MailKind = {
  /** Throws when the row holds other data than this kind is about. */
  write(data: unknown, brand: Brand): Letter
}

/** Makes a kind of mail from the data its rows hold and the letter it makes of them. */
export function mailKind<Schema extends v.GenericSchema>(
  schema: Schema,
  write: (data: v.InferOutput<Schema>, brand: Brand) => Letter,
): MailKind {
  return { write: (data, brand) => write(v.parse(schema, data), brand) }
}

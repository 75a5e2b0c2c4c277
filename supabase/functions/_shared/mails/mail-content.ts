import type { Product } from '@site/contract/product'
import * as v from 'valibot'

/** A content block of a mail. Its texts are plain, without markup; the text and HTML renderers escape them. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  /** Small print about the button or the code above it. */
  | { kind: 'note'; text: string }
  /** A button that links to a page of the site. Only a path can be given, so a mail cannot link to another host. */
  | { kind: 'button'; label: string; path: `/${string}` }
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  /** Text that a visitor wrote, rendered as a quotation with its line breaks. */
  | { kind: 'quote'; text: string }
  /** A six-digit code for the recipient to type. */
  | { kind: 'code'; code: string }

/** The content of a mail, before it is rendered as text and HTML. */
export type MailContent = {
  /** The subject, a mail header. Text that a visitor wrote may only be in it through `takeFirstWords`. */
  subject: string
  /** The heading, in a letter the greeting. */
  heading: string
  blocks: readonly MailBlock[]
  /** Who signs: the founders, or the site. The text of an answer has the signature of the person who wrote it. */
  signedBy: 'founders' | 'site' | 'the person who wrote it'
  /** Whether a picture of wedding photos is along the top, which only letters to new users have. */
  hasBanner?: boolean
  /** The footer: why the mail was sent, and how the recipient can have their data removed. */
  reason: string
  /** Address of the Reply-To header, or null to omit the header. */
  replyTo: string | null
  /** Whether a person wrote the mail: then it has no header `Auto-Submitted`. */
  isWrittenByPerson?: boolean
  /** Address of the header `List-Unsubscribe`. Only invitations of waves, which are bulk mail, have it. */
  unsubscribe?: string
}

/** The product's texts and the origin of the site, for composing mails. */
export type MailBrand = { product: Product; siteUrl: string }

/** A kind of mail, which composes its content from the data of an outbox row. */
export type MailKind = {
  /** Returns the mail's content. Throws when the data of the outbox row is invalid for this kind of mail. */
  write(data: unknown, brand: MailBrand): MailContent
}

/** Defines a kind of mail by the schema of its row's data and a function that writes the content. */
export function defineMailKind<Schema extends v.GenericSchema>(
  schema: Schema,
  write: (data: v.InferOutput<Schema>, brand: MailBrand) => MailContent,
): MailKind {
  return { write: (data, brand) => write(v.parse(schema, data), brand) }
}

/**
 * A link of a mail, as the address of the page has it. Its secret is null when the mail program cut the link off or changed the secret:
 * then the link cannot work, and the page offers a new one.
 */
export type MailedLink =
  | { page: 'confirm'; token: string | null }
  | { page: 'account'; type: string | null; tokenHash: string | null }

/** The link types of account mails (`MailLinkType` of the auth service). */
const TYPES = /[?&;]type=(?:3D)?(signup|recovery|magiclink|email_change|invite|email)/i

// Without its `#`, the secret follows the path. Another word that begins with “confirm” is another page.
const CONFIRM = /^\/+confirm(?!-?[g-z]|-?[a-f](?![0-9a-f]{16}))/i
const SECRET = /(?:^|[^0-9a-f])([0-9a-f]{64})(?![0-9a-f])/i
const ACCOUNT = /^[^#]*#\/?confirm(?![a-z])/i
/** Without its `#`, an account link has the path of the other page. */
const ACCOUNT_PARAMETERS = /[?&;](?:token_hash|type)=/i
const TOKEN_HASH = /[?&;]token_hash=(?:3D)?((?:pkce_)?[0-9a-f]{56})(?![0-9a-f])/i

/**
 * Reads the address of a page (`location.href`) as a link of a mail: `/confirm#<token>` of a sign-up's confirmation, or
 * `/#confirm?token_hash=<token>&type=<type>` of an account mail. Returns null for the address of another page. Mail programs and security
 * gateways alter links: they add punctuation, quotes, brackets, line breaks or parameters, write `&amp;` for `&`, encode the fragment,
 * remove the `#`, change the case, or cut the link off. An altered link is read like the original, as long as its secret is complete.
 */
export function readMailedLink(href: string): MailedLink | null {
  const address = withoutEncoding(href.replace(/^[a-z]+:\/\/[^/?#]*/i, ''))
  if (ACCOUNT.test(address) || (CONFIRM.test(address) && ACCOUNT_PARAMETERS.test(address))) {
    const [, type = null] = TYPES.exec(address) ?? []
    const [, tokenHash = null] = TOKEN_HASH.exec(address) ?? []
    return { page: 'account', type: type?.toLowerCase() ?? null, tokenHash: tokenHash?.toLowerCase() ?? null }
  }
  if (!CONFIRM.test(address)) return null
  // A parameter that a gateway added before the fragment may look like a secret.
  const [, token = null] = SECRET.exec(address.slice(address.indexOf('#') + 1)) ?? []
  return { page: 'confirm', token: token?.toLowerCase() ?? null }
}

/** Returns path and fragment of a link as the mail has it. A missing secret is left out. */
export function formatMailedLink(link: MailedLink): string {
  if (link.page === 'confirm') return `/confirm${link.token === null ? '' : `#${link.token}`}`
  const { tokenHash, type } = link
  const parameters = [tokenHash && `token_hash=${tokenHash}`, type && `type=${type}`].filter(Boolean).join('&')
  return `/#confirm?${parameters}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  num: '#',
  equals: '=',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Decodes percent-encoding and HTML entities, several times encoded ones too, and removes white space and invisible characters. */
function withoutEncoding(text: string): string {
  const decoded = text
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{1,4});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,4});/g, (_, number: string) => String.fromCharCode(Number(number)))
    .replace(/&([a-z]+);/gi, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
    .replace(/=\r?\n/g, '') // a soft line break of quoted-printable
    .replace(/[\s\p{Cc}\p{Cf}]|%C2%A0|%C2%AD|%E2%80%8[B-F]|%EF%BB%BF/giu, '')
  return decoded === text ? text : withoutEncoding(decoded)
}

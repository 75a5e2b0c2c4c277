/**
 * Returns the secret of a confirmation link from the fragment of its URL (`#` and 64 hexadecimal digits), or null when the link is
 * incomplete. Some mail programs add text such as a full stop to a link, or change its case.
 */
export function parseLinkToken(fragment: string): string | null {
  return /^#([0-9a-f]{64})(?![0-9a-f])/i.exec(fragment)?.[1]?.toLowerCase() ?? null
}

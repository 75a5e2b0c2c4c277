/**
 * The message a wallet signs to sign in: EIP-4361 ("Sign-In with Ethereum") or its equivalent for Solana. Only the fields
 * that are checked or stored are parsed; the signature covers the whole text.
 */
export type WalletMessage = {
  domain: string
  address: string
  statement: string | null
  uri: string
  version: string
  chainId: string | null
  nonce: string | null
  issuedAt: Date | null
  expirationTime: Date | null
  notBefore: Date | null
}

const header = /^([^\s/]+) wants you to sign in with your (Ethereum|Solana) account:$/

/** Parses the sign-in message of a wallet. Returns null when it is malformed. */
export function parseWalletMessage(message: string, chain: 'ethereum' | 'solana'): WalletMessage | null {
  const lines = message.split('\n')
  const match = header.exec(lines[0] ?? '')
  const [, domain, name] = match ?? []
  const address = lines[1]
  if (!domain || name?.toLowerCase() !== chain || !address) return null
  const fieldsFrom = lines.findIndex((line) => line.startsWith('URI: '))
  if (fieldsFrom < 2) return null
  const fields = readFields(lines.slice(fieldsFrom))
  if (fields === null) return null
  const statement = lines.slice(2, fieldsFrom).join('\n').trim()
  return {
    domain,
    address,
    statement: statement === '' ? null : statement,
    uri: fields.URI ?? '',
    version: fields.Version ?? '',
    chainId: fields['Chain ID'] ?? null,
    nonce: fields.Nonce ?? null,
    issuedAt: readDate(fields['Issued At']),
    expirationTime: readDate(fields['Expiration Time']),
    notBefore: readDate(fields['Not Before']),
  }
}

const names = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
  'Resources',
]

function readFields(lines: readonly string[]): Record<string, string> | null {
  const fields = new Map<string, string>()
  for (const line of lines) {
    if (line === '' || line.startsWith('- ')) continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    // A message with a duplicate field is rejected, because the wallet may have shown the user the other value.
    if (colon === -1 || !names.includes(name) || fields.has(name)) return null
    fields.set(name, line.slice(colon + 1).trim())
  }
  return Object.fromEntries(fields)
}

function readDate(value: string | undefined): Date | null {
  const date = new Date(value ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

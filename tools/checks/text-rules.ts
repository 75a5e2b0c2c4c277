/** The code that stores or compares the texts of visitors and the addresses of accounts. */
const HANDLES_TEXTS =
  /^(contract|supabase\/functions|packages\/backend\/src\/auth|packages\/releases\/src|admin\/src|website\/app)\/(?!.*\.test\.tsx?$)/

/** Matches a line that folds the case of an email address by Unicode's rules, which turn the Kelvin sign (U+212A) into a `k`. */
const FOLDED =
  /(?:mail|address|recipient|domain)\w*\b.*\.to(?:Locale)?LowerCase\(|\.to(?:Locale)?LowerCase\(.*(?:mail|address)/i
const FOLDED_IN_SQL = /\blower\((?![^;]*collate "C")[^;]*\b(?:e?mail|email_change|address|recipient)\b/

/** Matches NFC, which takes quadratic time for a run of combining marks, so that the text must be cut first (`toNfc`). */
const NORMALISED = /\.normalize\((?:'NFC')?\)/

/** Files in which a matching line is right, each with the reason. */
const EXEMPT = new Map([
  ['contract/text.ts', 'defines toNfc and toAsciiLowerCase'],
  ['packages/backend/src/auth/fields.ts', 'defines toAsciiLowerCase of the auth service'],
  [
    'packages/backend/src/auth/users/password.ts',
    'normalises a password, which the schemas of requests limit to 4,096 characters',
  ],
  ['website/app/dialogs/account/checks.ts', 'normalises a password, which the visitor typed'],
  ['packages/backend/src/auth/wallets/wallet-message.ts', 'compares the name of a chain'],
])

/** Reports lines that fold the case of an address by Unicode's rules, or that normalise a text of any length. */
export function findUnsafeTextRules(path: string, text: string): string[] {
  const isSql =
    path.startsWith('supabase/schemas/') || path.startsWith('packages/backend/src/database/migrations/platform/')
  if (EXEMPT.has(path) || !(isSql || HANDLES_TEXTS.test(path))) return []
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...((isSql ? FOLDED_IN_SQL : FOLDED).test(line)
        ? [`${path}:${index + 1} lower-cases an address beyond A to Z`]
        : []),
      ...(!isSql && NORMALISED.test(line) ? [`${path}:${index + 1} normalises a text of any length; use toNfc`] : []),
    ])
}

/**
 * The two parties of a take-over test: an attacker, and the owner of the email address or phone number, who can read the messages
 * to it. Each has its own password and client IP address.
 */
export type TakeOverParty = 'attacker' | 'owner'

/**
 * A step of a take-over test: a request that needs no session. `resend` and `recover` name no party, because they contain no
 * password and so either party may have sent them.
 */
export type TakeOverStep = `${TakeOverParty} signs up` | 'provider' | 'resend' | 'recover' | 'code'

type Steps = TakeOverStep | `${TakeOverStep} > ${TakeOverStep}`

/**
 * Which party can sign in with its own password or provider identity, after the owner has confirmed the address by the newest
 * message: `attacker`, `owner`, or `nobody` (the owner has a session and sets a new password). `none`: the steps cause no message
 * by which the owner could confirm. Confirming by a recovery message or through a provider that verified the address always results
 * in `nobody`.
 */
export type TakeOverOutcome = 'attacker' | 'owner' | 'nobody' | 'none'

/**
 * The expected outcome of every sequence of one or two steps of a take-over test. `provider`: the attacker signs in with a provider
 * that has not verified the address. `code`: a party requests a code or magic link. The attacker gains access only when the owner
 * has requested nothing and confirms the address from the mail of the attacker's sign-up: to the server, that looks like one person
 * with two devices.
 */
const afterConfirmation: Readonly<Record<Steps, TakeOverOutcome>> = {
  'attacker signs up': 'attacker',
  'owner signs up': 'owner',
  provider: 'nobody',
  resend: 'none',
  recover: 'none',
  code: 'nobody',

  'attacker signs up > attacker signs up': 'attacker',
  'attacker signs up > owner signs up': 'owner',
  'attacker signs up > provider': 'attacker',
  'attacker signs up > resend': 'attacker',
  'attacker signs up > recover': 'nobody',
  'attacker signs up > code': 'nobody',

  'owner signs up > attacker signs up': 'nobody',
  'owner signs up > owner signs up': 'owner',
  'owner signs up > provider': 'owner',
  'owner signs up > resend': 'owner',
  'owner signs up > recover': 'nobody',
  'owner signs up > code': 'nobody',

  'provider > attacker signs up': 'nobody',
  'provider > owner signs up': 'owner',
  'provider > provider': 'nobody',
  'provider > resend': 'nobody',
  'provider > recover': 'nobody',
  'provider > code': 'nobody',

  'resend > attacker signs up': 'attacker',
  'resend > owner signs up': 'owner',
  'resend > provider': 'nobody',
  'resend > resend': 'none',
  'resend > recover': 'none',
  'resend > code': 'nobody',

  'recover > attacker signs up': 'attacker',
  'recover > owner signs up': 'owner',
  'recover > provider': 'nobody',
  'recover > resend': 'none',
  'recover > recover': 'none',
  'recover > code': 'nobody',

  'code > attacker signs up': 'nobody',
  'code > owner signs up': 'owner',
  'code > provider': 'nobody',
  'code > resend': 'nobody',
  'code > recover': 'nobody',
  'code > code': 'nobody',
}

/**
 * The expected outcome of longer sequences of steps, such as the attacks of issue 24.
 */
const longer: readonly (readonly [steps: readonly TakeOverStep[], outcome: TakeOverOutcome])[] = [
  [['attacker signs up', 'recover', 'resend'], 'nobody'],
  [['attacker signs up', 'recover', 'attacker signs up'], 'nobody'],
  [['attacker signs up', 'code', 'attacker signs up'], 'nobody'],
  [['attacker signs up', 'code', 'resend'], 'nobody'],
  [['attacker signs up', 'owner signs up', 'resend'], 'owner'],
  [['attacker signs up', 'owner signs up', 'attacker signs up'], 'nobody'],
  [['attacker signs up', 'recover', 'owner signs up'], 'owner'],
  [['provider', 'owner signs up', 'resend'], 'owner'],
  [['owner signs up', 'owner signs up', 'resend'], 'owner'],
]

/** The steps of a take-over test that exist for a phone number, which has no account recovery and no identity provider. */
export type PhoneTakeOverStep = Exclude<TakeOverStep, 'provider' | 'recover'>

type PhoneSteps = PhoneTakeOverStep | `${PhoneTakeOverStep} > ${PhoneTakeOverStep}`

/**
 * The expected outcome of every sequence of one or two steps for a phone number, after the owner has verified the newest SMS code.
 * No other message confirms a phone number.
 */
const afterTextedCode: Readonly<Record<PhoneSteps, TakeOverOutcome>> = {
  'attacker signs up': 'attacker',
  'owner signs up': 'owner',
  resend: 'none',
  code: 'nobody',

  'attacker signs up > attacker signs up': 'attacker',
  'attacker signs up > owner signs up': 'owner',
  'attacker signs up > resend': 'attacker',
  'attacker signs up > code': 'nobody',

  'owner signs up > attacker signs up': 'nobody',
  'owner signs up > owner signs up': 'owner',
  'owner signs up > resend': 'owner',
  'owner signs up > code': 'nobody',

  'resend > attacker signs up': 'attacker',
  'resend > owner signs up': 'owner',
  'resend > resend': 'none',
  'resend > code': 'nobody',

  'code > attacker signs up': 'nobody',
  'code > owner signs up': 'owner',
  'code > resend': 'nobody',
  'code > code': 'nobody',
}

const longerByPhone: readonly (readonly [
  steps: readonly PhoneTakeOverStep[],
  outcome: Exclude<TakeOverOutcome, 'none'>,
])[] = [
  [['attacker signs up', 'code', 'attacker signs up'], 'nobody'],
  [['attacker signs up', 'code', 'resend'], 'nobody'],
  [['attacker signs up', 'owner signs up', 'resend'], 'owner'],
  [['attacker signs up', 'owner signs up', 'attacker signs up'], 'nobody'],
  [['owner signs up', 'owner signs up', 'resend'], 'owner'],
]

/** Every sequence of steps for a phone number that sends an SMS code for the owner to verify. */
export const phoneTakeOverCases: readonly {
  steps: readonly PhoneTakeOverStep[]
  outcome: Exclude<TakeOverOutcome, 'none'>
}[] = [
  ...Object.entries(afterTextedCode).map(
    ([steps, outcome]) => [steps.split(' > ') as PhoneTakeOverStep[], outcome] as const,
  ),
  ...longerByPhone,
].flatMap(([steps, outcome]) => (outcome === 'none' ? [] : [{ steps, outcome }]))

/**
 * How the owner confirms the email address: by a link or code in a mail, or by signing in with a provider that has verified the
 * address.
 */
const proofs = [
  'link',
  'followed link',
  'followed PKCE link',
  'code',
  'recovery link',
  'recovery code',
  'verifying provider',
] as const
type Proof = (typeof proofs)[number]

/** A take-over test case: the steps, how the owner confirms the address, and which party can sign in afterwards. */
export type TakeOverCase = { steps: readonly TakeOverStep[]; proof: Proof; outcome: Exclude<TakeOverOutcome, 'none'> }

/**
 * The take-over test cases: each sequence of steps, combined with each message by which the owner can then confirm the address, and with
 * a provider that has verified the address. For two steps, only one message of each kind in turn: pending-sign-up.test.ts covers all
 * sequences of up to five steps.
 */
export const takeOverCases: readonly TakeOverCase[] = [
  ...Object.entries(afterConfirmation).map(
    ([steps, outcome]) => [steps.split(' > ') as TakeOverStep[], outcome] as const,
  ),
  ...longer,
].flatMap(([steps, outcome], at) => {
  const rows = proofs.flatMap((proof) => rowOf(steps, proof, outcome))
  if (steps.length !== 2) return rows
  const mailed = rows.filter(({ proof }) => proof !== 'verifying provider')
  const [recovering, confirming] = [true, false].map((is) => mailed.filter((row) => isRecovery(row.proof) === is))
  return [recovering, confirming].flatMap((some = []) => some[(at + Math.floor(at / 6)) % some.length] ?? [])
})

function isRecovery(proof: Proof): boolean {
  return proof.startsWith('recovery')
}

function rowOf(steps: readonly TakeOverStep[], proof: Proof, outcome: TakeOverOutcome): TakeOverCase[] {
  if (proof === 'followed link' && steps.length > 1) return [] // for `link`, the server runs the same code; only its response differs
  // The mail that confirms the email address of a provider identity has no PKCE challenge.
  if (proof === 'followed PKCE link' && steps.includes('provider')) return []
  if (proof === 'verifying provider') return [{ steps, proof, outcome: 'nobody' }]
  if (isRecovery(proof)) return hasRecovery(steps) ? [{ steps, proof, outcome: 'nobody' }] : []
  return outcome === 'none' ? [] : [{ steps, proof, outcome }]
}

/** Returns whether the steps send a recovery mail. A recovery request for an address without an account sends none. */
function hasRecovery(steps: readonly TakeOverStep[]): boolean {
  const made = steps.findIndex((step) => step !== 'recover' && step !== 'resend')
  return made >= 0 && steps.lastIndexOf('recover') > made
}

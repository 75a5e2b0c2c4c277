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
const afterConfirmation = listSequences<TakeOverStep>({
  first: ['attacker signs up', 'owner signs up', 'provider', 'resend', 'recover', 'code'],
  alone: ['attacker', 'owner', 'nobody', 'none', 'none', 'nobody'],
  'attacker signs up': ['attacker', 'owner', 'attacker', 'attacker', 'nobody', 'nobody'],
  'owner signs up': ['nobody', 'owner', 'owner', 'owner', 'nobody', 'nobody'],
  provider: ['nobody', 'owner', 'nobody', 'nobody', 'nobody', 'nobody'],
  resend: ['attacker', 'owner', 'nobody', 'none', 'none', 'nobody'],
  recover: ['attacker', 'owner', 'nobody', 'none', 'none', 'nobody'],
  code: ['nobody', 'owner', 'nobody', 'nobody', 'nobody', 'nobody'],
})

type Sequences<Step extends string> = { first: readonly Step[]; alone: readonly TakeOverOutcome[] } & Record<
  Step,
  readonly TakeOverOutcome[]
>

/**
 * Returns every sequence of one or two steps with its outcome. `alone` has the outcomes of single steps, in the order of `first`; the other
 * rows have those of two steps: the row names the first one, and the second one is in the order of `first`.
 */
function listSequences<Step extends string>(table: Sequences<Step>): (readonly [readonly Step[], TakeOverOutcome])[] {
  const { first, alone } = table
  const rows = (before: readonly Step[], outcomes: readonly TakeOverOutcome[]) =>
    first.map((step, at) => [[...before, step], outcomes[at] ?? 'none'] as const)
  return [...rows([], alone), ...first.flatMap((step) => rows([step], table[step]))]
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

/**
 * The expected outcome of every sequence of one or two steps for a phone number, after the owner has verified the newest SMS code.
 * No other message confirms a phone number.
 */
const afterTextedCode = listSequences<PhoneTakeOverStep>({
  first: ['attacker signs up', 'owner signs up', 'resend', 'code'],
  alone: ['attacker', 'owner', 'none', 'nobody'],
  'attacker signs up': ['attacker', 'owner', 'attacker', 'nobody'],
  'owner signs up': ['nobody', 'owner', 'owner', 'nobody'],
  resend: ['attacker', 'owner', 'none', 'nobody'],
  code: ['nobody', 'owner', 'nobody', 'nobody'],
})

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
}[] = [...afterTextedCode, ...longerByPhone].flatMap(([steps, outcome]) =>
  outcome === 'none' ? [] : [{ steps, outcome }],
)

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
 * a provider that has verified the address. For more than one step, only one message of each kind in turn: pending-sign-up.test.ts covers
 * all sequences of up to five steps.
 */
export const takeOverCases: readonly TakeOverCase[] = [...afterConfirmation, ...longer].flatMap(
  ([steps, outcome], at) => {
    const rows = proofs.flatMap((proof) => rowOf(steps, proof, outcome))
    if (steps.length === 1) return rows
    const mailed = rows.filter(({ proof }) => proof !== 'verifying provider')
    const [recovering, confirming] = [true, false].map((is) => mailed.filter((row) => isRecovery(row.proof) === is))
    return [recovering, confirming].flatMap((some = []) => some[(at + Math.floor(at / 6)) % some.length] ?? [])
  },
)

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

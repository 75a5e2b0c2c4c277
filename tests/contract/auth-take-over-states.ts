/** Who asks for an address that nobody has proved: somebody else, or who reads its mail. Each has one password, and a network of their own. */
export type Actor = 'stranger' | 'owner'

/** What can be asked for without being signed in. Who sends `resend` and `recover` makes no difference: they carry nothing. */
export type Step = `${Actor} signs up` | 'provider' | 'resend' | 'recover' | 'code'

type Steps = Step | `${Step} > ${Step}`

/**
 * Who gets in by what they chose, after the owner has answered the newest confirmation: `stranger` (their password or
 * their provider's account), `owner` (their password), or `nobody` (the owner is signed in and sets a password). `none`: there is no such
 * message. A recovery's message, and a provider that verifies the address, always leave `nobody`.
 */
export type Outcome = 'stranger' | 'owner' | 'nobody' | 'none'

/**
 * Every order of one and two steps. `provider`: the stranger signs in with a provider that does not vouch for the
 * address. `code`: somebody asks for a code or magic link. The stranger gets in only where the owner asked for nothing and
 * confirms the account that the stranger's mail is about; that mail can't tell them from somebody on their second device.
 */
const afterConfirmation: Readonly<Record<Steps, Outcome>> = {
  'stranger signs up': 'stranger',
  'owner signs up': 'owner',
  provider: 'nobody',
  resend: 'none',
  recover: 'none',
  code: 'nobody',

  'stranger signs up > stranger signs up': 'stranger',
  'stranger signs up > owner signs up': 'owner',
  'stranger signs up > provider': 'stranger',
  'stranger signs up > resend': 'stranger',
  'stranger signs up > recover': 'nobody',
  'stranger signs up > code': 'nobody',

  'owner signs up > stranger signs up': 'nobody',
  'owner signs up > owner signs up': 'owner',
  'owner signs up > provider': 'owner',
  'owner signs up > resend': 'owner',
  'owner signs up > recover': 'nobody',
  'owner signs up > code': 'nobody',

  'provider > stranger signs up': 'nobody',
  'provider > owner signs up': 'owner',
  'provider > provider': 'nobody',
  'provider > resend': 'nobody',
  'provider > recover': 'nobody',
  'provider > code': 'nobody',

  'resend > stranger signs up': 'stranger',
  'resend > owner signs up': 'owner',
  'resend > provider': 'nobody',
  'resend > resend': 'none',
  'resend > recover': 'none',
  'resend > code': 'nobody',

  'recover > stranger signs up': 'stranger',
  'recover > owner signs up': 'owner',
  'recover > provider': 'nobody',
  'recover > resend': 'none',
  'recover > recover': 'none',
  'recover > code': 'nobody',

  'code > stranger signs up': 'nobody',
  'code > owner signs up': 'owner',
  'code > provider': 'nobody',
  'code > resend': 'nobody',
  'code > recover': 'nobody',
  'code > code': 'nobody',
}

/** Longer orders that the attacks of issue 24 need; every order up to five steps is gone through in claim.test.ts. */
const longer: readonly (readonly [steps: readonly Step[], outcome: Outcome])[] = [
  [['stranger signs up', 'recover', 'resend'], 'nobody'],
  [['stranger signs up', 'recover', 'stranger signs up'], 'nobody'],
  [['stranger signs up', 'code', 'stranger signs up'], 'nobody'],
  [['stranger signs up', 'code', 'resend'], 'nobody'],
  [['stranger signs up', 'owner signs up', 'resend'], 'owner'],
  [['stranger signs up', 'owner signs up', 'stranger signs up'], 'nobody'],
  [['stranger signs up', 'recover', 'owner signs up'], 'owner'],
  [['provider', 'owner signs up', 'resend'], 'owner'],
  [['owner signs up', 'owner signs up', 'resend'], 'owner'],
]

/** What can be asked for with a number: there is neither a recovery nor a provider for one. */
export type PhoneStep = Exclude<Step, 'provider' | 'recover'>

type PhoneSteps = PhoneStep | `${PhoneStep} > ${PhoneStep}`

/** The same for a number, after the owner has answered the newest code that was texted; no other message proves a number. */
const afterTextedCode: Readonly<Record<PhoneSteps, Outcome>> = {
  'stranger signs up': 'stranger',
  'owner signs up': 'owner',
  resend: 'none',
  code: 'nobody',

  'stranger signs up > stranger signs up': 'stranger',
  'stranger signs up > owner signs up': 'owner',
  'stranger signs up > resend': 'stranger',
  'stranger signs up > code': 'nobody',

  'owner signs up > stranger signs up': 'nobody',
  'owner signs up > owner signs up': 'owner',
  'owner signs up > resend': 'owner',
  'owner signs up > code': 'nobody',

  'resend > stranger signs up': 'stranger',
  'resend > owner signs up': 'owner',
  'resend > resend': 'none',
  'resend > code': 'nobody',

  'code > stranger signs up': 'nobody',
  'code > owner signs up': 'owner',
  'code > resend': 'nobody',
  'code > code': 'nobody',
}

const longerByPhone: readonly (readonly [steps: readonly PhoneStep[], outcome: Exclude<Outcome, 'none'>])[] = [
  [['stranger signs up', 'code', 'stranger signs up'], 'nobody'],
  [['stranger signs up', 'code', 'resend'], 'nobody'],
  [['stranger signs up', 'owner signs up', 'resend'], 'owner'],
  [['stranger signs up', 'owner signs up', 'stranger signs up'], 'nobody'],
  [['owner signs up', 'owner signs up', 'resend'], 'owner'],
]

/** Every order that leaves a code to be answered. */
export const phoneRows: readonly { steps: readonly PhoneStep[]; outcome: Exclude<Outcome, 'none'> }[] = [
  ...Object.entries(afterTextedCode).map(([steps, outcome]) => [steps.split(' > ') as PhoneStep[], outcome] as const),
  ...longerByPhone,
].flatMap(([steps, outcome]) => (outcome === 'none' ? [] : [{ steps, outcome }]))

/** How the owner proves the address: by answering a message, or by a provider. */
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

/** One row: what happened, how the owner proves the address, and who gets in then. */
export type Row = { steps: readonly Step[]; proof: Proof; outcome: Exclude<Outcome, 'none'> }

/** Every row: each order with every message that it leaves to be answered, and with a provider that verifies the address. */
export const rows: readonly Row[] = [
  ...Object.entries(afterConfirmation).map(([steps, outcome]) => [steps.split(' > ') as Step[], outcome] as const),
  ...longer,
].flatMap(([steps, outcome]) => proofs.flatMap((proof) => rowOf(steps, proof, outcome)))

function rowOf(steps: readonly Step[], proof: Proof, outcome: Outcome): Row[] {
  if (proof === 'followed link' && steps.length > 1) return [] // the same path with another answer
  if (proof === 'followed PKCE link' && steps.includes('provider')) return [] // its mail carries no challenge
  if (proof === 'verifying provider') return [{ steps, proof, outcome: 'nobody' }]
  if (proof.startsWith('recovery')) return hasRecovery(steps) ? [{ steps, proof, outcome: 'nobody' }] : []
  return outcome === 'none' ? [] : [{ steps, proof, outcome }]
}

/** A recovery of an address without an account sends nothing. */
function hasRecovery(steps: readonly Step[]): boolean {
  const made = steps.findIndex((step) => step !== 'recover' && step !== 'resend')
  return made >= 0 && steps.lastIndexOf('recover') > made
}

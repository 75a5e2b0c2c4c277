/**
 * The people who made the product, as the story, the footer and the mails name them. The names and numbers are samples: replace them by your
 * own, draw your signature (art/signature.tsx), then set `sample: false`.
 */
export const founders = {
  sample: true,
  names: 'Hannah and Sam',
  /** How the mails and the story are signed. */
  signature: 'Hannah & Sam',
  /** The numbers of their own wedding photos, which the story tells. */
  photos: { received: '3,412', kept: '214' },
} as const

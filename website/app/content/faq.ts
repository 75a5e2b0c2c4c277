import { brand } from '../brand.ts'
import { backupAdvice, getProductPromise, letGoAnswer } from './promises.ts'

/** An FAQ item of the home page, in plain text, because the structured data (schema.org) contains the same text. */
export type FaqItem = { question: string; answer: string }

/** The nine FAQ items of the home page. */
export const homeFaqItems: readonly FaqItem[] = [
  {
    question: `What is ${brand.name}?`,
    answer: `It’s a desktop app for sorting large photo collections. It shows you one photo at a time, and you swipe to keep it or let it go. You’re left with the photos you’ll look back on.`,
  },
  {
    question: 'Are my photos uploaded anywhere?',
    answer: `No. ${getProductPromise('nothing-uploaded').text} They’re opened and sorted on your own device, and nobody else gets to see them, not even us.`,
  },
  {
    question: 'Is there a limit to how many photos I can sort?',
    answer: `No. ${getProductPromise('no-photo-limit').text} A few hundred from a weekend or thousands from a wedding: it works the same way.`,
  },
  {
    question: 'Does it work without an internet connection?',
    answer: `Yes. ${getProductPromise('offline').text} If your photos are in the cloud, save them to your computer first.`,
  },
  {
    question: 'Which computers does it run on?',
    answer: `On Macs with Apple Silicon or an Intel processor, and on Windows PCs with a 64-bit Intel or AMD processor. There’s no version for phones or tablets.`,
  },
  {
    question: 'What does it cost?',
    answer: `Nothing right now. ${getProductPromise('free-beta').text} ${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text} If we do charge for early access, it’s a one-time payment.`,
  },
  {
    question: 'What if it’s not for me?',
    answer: `Then stop using it. You owe us nothing. ${getProductPromise('refund').text} A one-line email will do.`,
  },
  {
    question: 'What happens to a photo I let go?',
    answer: `${letGoAnswer} ${getProductPromise('nothing-uploaded').text} ${backupAdvice}`,
  },
  {
    question: 'What happens when I sign up?',
    answer: `You give us your name and email address and go straight to the downloads. You get one welcome email, and after that only notices about ${brand.name}. If we need you to confirm your address, we’ll ask.`,
  },
]

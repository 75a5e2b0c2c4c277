import { brand } from '../brand.ts'
import { getProductPromise } from './promises.ts'

/** An FAQ item of the home page, in plain text, because the structured data (schema.org) contains the same text. */
export type FaqItem = { question: string; answer: string }

/** The nine FAQ items of the home page. */
export const homeFaqItems: readonly FaqItem[] = [
  {
    question: `What is ${brand.name}?`,
    answer: `A desktop app for sorting large photo collections. It shows you one photo at a time, and you swipe: keep it, or let it go. What is left are the photos you will look back on.`,
  },
  {
    question: 'Are my photos uploaded anywhere?',
    answer: `No. ${getProductPromise('nothing-uploaded').text} They are opened and sorted on your own device, and nobody else gets to see them, us included.`,
  },
  {
    question: 'Is there a limit to how many photos I can sort?',
    answer: `No. ${getProductPromise('no-photo-limit').text} A few hundred from a weekend or the many thousands of a wedding: it works the same way.`,
  },
  {
    question: 'Does it work without an internet connection?',
    answer: `Yes. ${getProductPromise('offline').text} Photos that are only in a cloud have to be saved to your computer first.`,
  },
  {
    question: 'Which computers does it run on?',
    answer: `On Macs, with Apple Silicon or with an Intel processor, and on Windows computers with a 64-bit Intel or AMD processor. There is no version for phones and tablets.`,
  },
  {
    question: 'What does it cost?',
    answer: `Today, nothing. ${getProductPromise('free-beta').text} ${getProductPromise('lifetime-access').text} ${getProductPromise('no-subscription').text} Where early access is paid for, it is one payment, made once.`,
  },
  {
    question: 'What if it is not for me?',
    answer: `Then stop using it, and you owe us nothing. ${getProductPromise('refund').text} Write to us, and a sentence is enough.`,
  },
  {
    question: 'Is it only for wedding photos?',
    answer: `No. Couples with wedding photos are who we think of first, but new parents, photographers and content creators have the same table full of pictures, and the same two piles to make.`,
  },
  {
    question: 'What happens when I sign up?',
    answer: `You give us a name and an email address and go straight on to the downloads. We send you one welcome mail, and after that only notices about ${brand.name}.`,
  },
]

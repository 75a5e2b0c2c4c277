import { brand } from '../brand.ts'
import { getProductPromise } from './promises.ts'

/** Help text on how to find out which chip a Mac has. */
export const macChipHelp =
  'Open the Apple menu in the top left corner of your screen and choose About This Mac. If it says “Chip: Apple …”, you have Apple Silicon. If it says “Processor: … Intel …”, you have an Intel Mac.'

const COST_QUESTION = 'What does it cost?'

/** Questions and answers of the download page; those of the home page are in faq.ts. */
export const downloadFaqItems: readonly { question: string; answer: string }[] = [
  {
    question: 'Which file do I need, and which chip does my Mac have?',
    answer: `On a Windows PC, the .exe file. On a Mac, it depends on the chip. ${macChipHelp}`,
  },
  {
    question: 'Why does my computer warn me about the app?',
    answer:
      'Macs and Windows PCs check apps that don’t come from their own store, and new apps most of all. Press the download button for your computer, and the steps to open it appear below it.',
  },
  {
    question: 'Do I need an internet connection?',
    answer: `To download it, yes. After that, no. ${getProductPromise('offline').text} ${getProductPromise('nothing-uploaded').text}`,
  },
  {
    question: COST_QUESTION,
    answer: `${getProductPromise('free-beta').text} ${getProductPromise('no-subscription').text} ${getProductPromise('lifetime-access').text}`,
  },
  {
    question: 'How do I get a newer version?',
    answer:
      'Come back to this page. The buttons always get you the latest version, and the date tells you how new it is.',
  },
  {
    question: 'The download doesn’t start. What now?',
    answer: `Press the button again, or use the direct link that appears below it. If that doesn’t help, write to ${brand.mailboxes.support}.`,
  },
]

/** The question about the check of a file. On a phone, which has no file to check, the page leaves it out. */
export const checkFaqItem = {
  question: 'How do I know the file is really yours?',
  answer: 'It comes from our own storage, and this page can compare yours with our list. Nothing of it is sent.',
} as const

/** The same questions for a visitor who has paid, to whom the answer about the price must not say that the app is free. */
export const buyerFaqItems: typeof downloadFaqItems = downloadFaqItems.map((item) =>
  item.question === COST_QUESTION
    ? {
        question: COST_QUESTION,
        answer: `Nothing more. ${getProductPromise('no-subscription').text} ${getProductPromise('lifetime-access').text} ${getProductPromise('refund').text}`,
      }
    : item,
)

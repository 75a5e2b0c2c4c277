import { brand } from '../brand.ts'
import { getProductPromise } from './promises.ts'

/** Help text on how to find out which chip a Mac has. */
export const macChipHelp =
  'Open the Apple menu in the top left corner of the screen and choose About This Mac. “Chip: Apple …” means Apple Silicon, “Processor: … Intel …” means Intel.'

/** Questions and answers of the download page; those of the home page are in faq.ts. */
export const downloadFaqItems: readonly { question: string; answer: string }[] = [
  {
    question: 'Which file do I need?',
    answer: `On a Windows computer, the .exe file. On a Mac it depends on the chip. ${macChipHelp}`,
  },
  {
    question: 'Why does my computer ask before it opens the app?',
    answer:
      'Mac and Windows ask about apps that did not come from their own store, and more so while an app is young. Press the download button for your computer: the steps to go through then appear below the files.',
  },
  {
    question: 'Do I need an internet connection?',
    answer: `For the download, yes. After that, no: ${getProductPromise('offline').text} ${getProductPromise('nothing-uploaded').text}`,
  },
  {
    question: 'What does it cost?',
    answer: `${getProductPromise('free-beta').text} ${getProductPromise('no-subscription').text} ${getProductPromise('lifetime-access').text}`,
  },
  {
    question: 'How do I get a newer version?',
    answer:
      'Come back to this page. The buttons always lead to the latest version, and the date beside it tells how new it is.',
  },
  {
    question: 'The download does not start. What can I do?',
    answer: `Press the button once more, or use the direct link that then appears below the files. If that does not help, write to ${brand.mailboxes.support} and say which computer and browser you have.`,
  },
]

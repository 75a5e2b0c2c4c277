import type { FileChooser, Page } from '@playwright/test'

type ChosenFiles = Parameters<FileChooser['setFiles']>[0]

/** Presses a control that opens the browser's file chooser, and chooses files in it. */
export async function chooseFiles(page: Page, press: () => Promise<void>, files: ChosenFiles): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  // A call that returns proves that the browser has begun to report file choosers. On a busy machine the press would come before that.
  await page.evaluate(() => null)
  await press()
  await (await choosing).setFiles(files)
}

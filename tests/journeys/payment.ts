import type { Page } from '@playwright/test'
import type { TestVisitor } from '../support/test-visitor.ts'
import { mockVersionFile } from './release-file.ts'

/**
 * Opens the page to which the payment provider returns a visitor: session storage contains data from before the payment, and the
 * URL the payment's session id.
 */
export async function returnFromPayment(page: Page, left: unknown, sessionId = `cs_${crypto.randomUUID()}`) {
  await mockVersionFile(page)
  await page.addInitScript(
    (text) => {
      if (sessionStorage.getItem('came-back')) return // on a reload, keeps the changes that the page made to session storage
      sessionStorage.setItem('came-back', 'yes')
      sessionStorage.setItem('pending-user-data', text)
    },
    typeof left === 'string' ? left : JSON.stringify(left),
  )
  await page.goto(`/download?session_id=${sessionId}`)
  return sessionId
}

/** Returns the data about a visitor that the site puts into session storage before a payment. */
export function createPendingPaymentData(visitor: TestVisitor) {
  return { ...visitor, amount: 49 }
}

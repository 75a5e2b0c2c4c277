import type { Page } from '@playwright/test'
import type { TestVisitor } from '../support/test-visitor.ts'
import { mockVersionFile } from './release-file.ts'

/** Opens the page that follows a payment: the paid flow has left data in session storage, and the payment's session id is in the URL. */
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

/** Returns the data that the paid flow stores in session storage about a visitor. */
export function createPendingPaymentData(visitor: TestVisitor) {
  return { ...visitor, amount: 49 }
}

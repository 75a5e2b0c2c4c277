// All hand-written mutations (breakages), grouped by the section of docs/requirements.md that each violates first.
import type { Breakage } from '../breakage.ts'
import { accountBreakages } from './accounts.ts'
import { authServiceBreakages } from './auth-service.ts'
import { buttonBreakages } from './buttons.ts'
import { contactBreakages } from './contact.ts'
import { databaseBreakages } from './database.ts'
import { dialogBreakages } from './dialogs.ts'
import { downloadPageBreakages } from './download-page.ts'
import { downloadPartBreakages } from './download-parts.ts'
import { homePageBreakages } from './home-page.ts'
import { homeSectionBreakages } from './home-sections.ts'
import { legalPageBreakages } from './legal-pages.ts'
import { menuAndLinkBreakages } from './menu-and-links.ts'
import { paymentBreakages } from './payment.ts'
import { productBreakages } from './product.ts'
import { productFactBreakages } from './product-facts.ts'
import { requestAndToastBreakages } from './requests-and-toasts.ts'
import { routeBreakages } from './routes.ts'
import { signupBreakages } from './signup.ts'
import { spotsBreakages } from './spots.ts'
import { validationBreakages } from './validation.ts'

/** The hand-written mutations of all files in the folder tests/breakages/list. */
export const breakages: readonly Breakage[] = [
  ...productBreakages,
  ...productFactBreakages,
  ...routeBreakages,
  ...menuAndLinkBreakages,
  ...homePageBreakages,
  ...homeSectionBreakages,
  ...buttonBreakages,
  ...downloadPageBreakages,
  ...downloadPartBreakages,
  ...legalPageBreakages,
  ...dialogBreakages,
  ...signupBreakages,
  ...contactBreakages,
  ...spotsBreakages,
  ...requestAndToastBreakages,
  ...paymentBreakages,
  ...validationBreakages,
  ...accountBreakages,
  ...authServiceBreakages,
  ...databaseBreakages,
]

// All hand-written mutants (mutation testing), grouped by the section of tests/whole/requirements.md whose requirement each one violates first.
import type { HandWrittenMutant } from '../breakage.ts'
import { accountMutants } from './accounts.ts'
import { authServiceMutants } from './auth-service.ts'
import { buttonMutants } from './buttons.ts'
import { contactMutants } from './contact.ts'
import { databaseMutants } from './database.ts'
import { dialogMutants } from './dialogs.ts'
import { downloadPageMutants } from './download-page.ts'
import { downloadPartMutants } from './download-parts.ts'
import { homePageMutants } from './home-page.ts'
import { homeSectionMutants } from './home-sections.ts'
import { legalPageMutants } from './legal-pages.ts'
import { menuAndLinkMutants } from './menu-and-links.ts'
import { paymentMutants } from './payment.ts'
import { productMutants } from './product.ts'
import { productFactMutants } from './product-facts.ts'
import { requestAndToastMutants } from './requests-and-toasts.ts'
import { routeMutants } from './routes.ts'
import { signupMutants } from './signup.ts'
import { spotsMutants } from './spots.ts'
import { validationMutants } from './validation.ts'

/** The hand-written mutants (mutation testing) of all files in the folder tests/breakages/list. */
export const handWrittenMutants: readonly HandWrittenMutant[] = [
  ...productMutants,
  ...productFactMutants,
  ...routeMutants,
  ...menuAndLinkMutants,
  ...homePageMutants,
  ...homeSectionMutants,
  ...buttonMutants,
  ...downloadPageMutants,
  ...downloadPartMutants,
  ...legalPageMutants,
  ...dialogMutants,
  ...signupMutants,
  ...contactMutants,
  ...spotsMutants,
  ...requestAndToastMutants,
  ...paymentMutants,
  ...validationMutants,
  ...accountMutants,
  ...authServiceMutants,
  ...databaseMutants,
]

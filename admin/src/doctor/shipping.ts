import { pluralise } from '../view/text.ts'
import { createAdviceFinding, createBrokenFinding, createOkFinding, type DoctorCheck } from './finding.ts'

const WHAT = 'shipping'
/** A place is at most a second behind, and for some seconds while a base is shipped at a start. */
const LATE_SECONDS = 15

/** Checks that the place of SHIP_TO has everything except the last seconds. */
export const checkShipping: DoctorCheck = async ({ status }) => {
  const shipping = status?.shipping ?? null
  if (shipping === null) return []
  const { place, behindSeconds, filesUnderway, problem } = shipping
  const behind = `${place} is ${pluralise(Math.round(behindSeconds), 'second')} behind`
  if (problem !== null) return [createBrokenFinding(WHAT, `${behind}: ${problem}`)]
  if (behindSeconds > LATE_SECONDS) return [createAdviceFinding(WHAT, `${behind}; it is being caught up with`)]
  if (filesUnderway > 0) return [createOkFinding(WHAT, `${behind}, ${pluralise(filesUnderway, 'large file')} to come`)]
  return [createOkFinding(WHAT, behind)]
}

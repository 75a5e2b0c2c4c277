import { expect, test } from 'vitest'
import { sampleMailBrand } from './every-mail.ts'
import { createFirstStepsBlocks } from './first-steps.ts'

test('createFirstStepsBlocks returns a button, steps and a list of promises, and omits the list when the product has no promises', () => {
  const kinds = (promises: typeof sampleMailBrand.product.promises) => {
    return createFirstStepsBlocks({ ...sampleMailBrand, product: { ...sampleMailBrand.product, promises } }).map(
      ({ kind }) => kind,
    )
  }
  expect(kinds(sampleMailBrand.product.promises)).toEqual(['button', 'steps', 'list'])
  expect(kinds([])).toEqual(['button', 'steps'])
})

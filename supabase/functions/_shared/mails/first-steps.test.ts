import { expect, test } from 'vitest'
import { sampleBrand } from './every-mail.ts'
import { firstSteps } from './first-steps.ts'

test('firstSteps returns a button, steps and a list of promises, and omits the list when the product has no promises', () => {
  const kinds = (promises: typeof sampleBrand.product.promises) => {
    return firstSteps({ ...sampleBrand, product: { ...sampleBrand.product, promises } }).map(({ kind }) => kind)
  }
  expect(kinds(sampleBrand.product.promises)).toEqual(['button', 'steps', 'list'])
  expect(kinds([])).toEqual(['button', 'steps'])
})

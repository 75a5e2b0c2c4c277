import { expect, test } from 'vitest'
import { sampleBrand } from './every-mail.ts'
import { firstSteps } from './first-steps.ts'

test('a welcome goes on with the button, the steps and the promises; without promises it has no list of them', () => {
  const kinds = (promises: typeof sampleBrand.product.promises) => {
    return firstSteps({ ...sampleBrand, product: { ...sampleBrand.product, promises } }).map(({ kind }) => kind)
  }
  expect(kinds(sampleBrand.product.promises)).toEqual(['button', 'steps', 'list'])
  expect(kinds([])).toEqual(['button', 'steps'])
})

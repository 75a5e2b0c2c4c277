import { expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { structuredData } from '../structured-data.ts'
import { audiences } from './audiences.ts'
import { homeFaqItems } from './faq.ts'
import { features } from './features.ts'
import { backupAdvice, getProductPromise, letGoAnswer, promises } from './promises.ts'
import { storyMoments } from './story.ts'
import { testimonials } from './testimonials.ts'

test('the product promises have the exact wording of the specification', { tags: ['R1.1', 'R1.2', 'R1.4'] }, () => {
  expect(promises.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    `Free beta: The ${brand.name} beta is free.`,
    'Lifetime access: Early access means lifetime access.',
    'No subscription: There’s no subscription.',
    'Full refund on request: If you’ve paid, just ask and we’ll refund you in full.',
    'Nothing is uploaded: Your photos never leave your computer.',
    'No photo limit: There’s no photo limit.',
    `Works offline: ${brand.name} works offline, with the photos stored on your computer.`,
  ])
})

test('the FAQ has nine different questions', { tags: ['R2.24', 'R3.13'] }, () => {
  expect(new Set(homeFaqItems.map((item) => item.question)).size).toBe(9)
})

test('the FAQ quotes the promises of no photo limit and of offline use word for word', { tags: ['R2.25'] }, () => {
  const answers = homeFaqItems.map((item) => item.answer).join('\n')
  expect(answers).toContain(getProductPromise('no-photo-limit').text)
  expect(answers).toContain(getProductPromise('offline').text)
})

test('the FAQ states price and refund in the exact wording of the product promises', { tags: ['R1.2'] }, () => {
  const cost = homeFaqItems.find((item) => item.question === 'What does it cost?')?.answer
  for (const id of ['free-beta', 'lifetime-access', 'no-subscription'] as const)
    expect(cost).toContain(getProductPromise(id).text)
  expect(homeFaqItems.map((item) => item.answer).join('\n')).toContain(getProductPromise('refund').text)
})

test('the home page content has three testimonials, all with the role Early Access User', { tags: ['R2.21'] }, () => {
  expect(testimonials.map((each) => each.role)).toEqual(Array(3).fill('Early Access User'))
})

test('no testimonial repeats a feature title or a product promise', () => {
  const claims = [...features.map(({ title }) => title), ...promises.flatMap(({ label, text }) => [label, text])]
  for (const { quote } of testimonials) {
    for (const claim of claims) expect(quote.toLowerCase()).not.toContain(claim.toLowerCase().replace(/\.$/, ''))
  }
})

test('the FAQ says what happens to a photo that is let go, in the words of the owner’s setting', () => {
  const answer = homeFaqItems.find(({ question }) => question === 'What happens to a photo I let go?')?.answer
  expect(answer).toContain(letGoAnswer)
  expect(answer).toContain(getProductPromise('nothing-uploaded').text)
  expect(answer).toContain(backupAdvice)
})

test('the story entries of the home page alternate between left and right', { tags: ['R2.22', 'R3.14'] }, () => {
  expect(storyMoments.map((moment) => moment.side)).toEqual(['left', 'right', 'left', 'right'])
})

test('the target audiences are couples, new parents, photographers and content creators, in this order', {
  tags: ['R1.3'],
}, () => {
  expect(audiences.map((each) => each.title)).toEqual(['Couples', 'New parents', 'Photographers', 'Content creators'])
})

test('structured data contains every FAQ entry and every product promise, and no rating or review', () => {
  const text = JSON.stringify(structuredData('https://fondly.example'))
  for (const { question, answer } of homeFaqItems) {
    expect(text).toContain(JSON.stringify(question))
    expect(text).toContain(JSON.stringify(answer))
  }
  for (const { text: words } of promises) expect(text).toContain(JSON.stringify(words))
  expect(text).not.toMatch(/aggregateRating|"review/)
})

test('no website copy (FAQ, features, promises, story, testimonials, audiences) contains an exclamation mark', () => {
  expect(JSON.stringify([homeFaqItems, features, promises, storyMoments, testimonials, audiences])).not.toContain('!')
})

test('every product promise has a label and a unique full sentence, and promise(id) returns it', () => {
  expect(promises.length).toBeGreaterThan(5)
  for (const each of promises) {
    expect(each.label, each.id).toMatch(/^[A-Z].{4,}[^.]$/)
    expect(each.text, each.id).toMatch(/^[A-Z].{10,}\.$/)
    expect(getProductPromise(each.id)).toBe(each)
  }
  expect(new Set(promises.map(({ text }) => text)).size).toBe(promises.length)
})
